-- CreateEnum
CREATE TYPE "Papel" AS ENUM ('atendente', 'supervisor', 'administrador');

-- CreateEnum
CREATE TYPE "TipoEndereco" AS ENUM ('cadastral', 'instalacao', 'fiscal', 'cobranca');

-- CreateEnum
CREATE TYPE "EstadoLigacao" AS ENUM ('aberta', 'fechada', 'cancelada', 'perdida', 'expirada');

-- CreateEnum
CREATE TYPE "EstadoAtendimento" AS ENUM ('aberto', 'fechado');

-- CreateEnum
CREATE TYPE "TipoEvento" AS ENUM ('acrescimo', 'desconto');

-- CreateTable
CREATE TABLE "usuario" (
    "id" SERIAL NOT NULL,
    "usuario" TEXT NOT NULL,
    "nome" TEXT NOT NULL,
    "email" TEXT NOT NULL,
    "email_verificado" BOOLEAN NOT NULL DEFAULT false,
    "imagem" TEXT,
    "papel" "Papel" NOT NULL DEFAULT 'atendente',
    "ramal" TEXT,
    "identificador_interno" TEXT,
    "desativado" BOOLEAN DEFAULT false,
    "motivo_desativacao" TEXT,
    "desativado_ate" TIMESTAMPTZ(3),
    "criado_em" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "atualizado_em" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "usuario_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "sessao" (
    "id" SERIAL NOT NULL,
    "token" TEXT NOT NULL,
    "usuario_id" INTEGER NOT NULL,
    "expira_em" TIMESTAMPTZ(3) NOT NULL,
    "ip" TEXT,
    "navegador" TEXT,
    "personificada_por" TEXT,
    "criado_em" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "atualizado_em" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "sessao_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "conta" (
    "id" SERIAL NOT NULL,
    "conta_id" TEXT NOT NULL,
    "provedor_id" TEXT NOT NULL,
    "usuario_id" INTEGER NOT NULL,
    "token_acesso" TEXT,
    "token_renovacao" TEXT,
    "token_identidade" TEXT,
    "token_acesso_expira_em" TIMESTAMPTZ(3),
    "token_renovacao_expira_em" TIMESTAMPTZ(3),
    "escopo" TEXT,
    "senha_hash" TEXT,
    "criado_em" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "atualizado_em" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "conta_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "verificacao" (
    "id" SERIAL NOT NULL,
    "identificador" TEXT NOT NULL,
    "valor" TEXT NOT NULL,
    "expira_em" TIMESTAMPTZ(3) NOT NULL,
    "criado_em" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "atualizado_em" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "verificacao_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "limite_taxa" (
    "id" SERIAL NOT NULL,
    "chave" TEXT NOT NULL,
    "contagem" INTEGER NOT NULL,
    "ultima_requisicao" BIGINT NOT NULL,

    CONSTRAINT "limite_taxa_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "token" (
    "id" SERIAL NOT NULL,
    "nome" TEXT NOT NULL,
    "hash" TEXT NOT NULL,
    "escopos" TEXT[],
    "expira_em" TIMESTAMPTZ(3),
    "ultimo_uso" TIMESTAMPTZ(3),
    "revogado_em" TIMESTAMPTZ(3),
    "criado_em" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "token_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "instalacao" (
    "chave" TEXT NOT NULL,
    "valor" TEXT NOT NULL,

    CONSTRAINT "instalacao_pkey" PRIMARY KEY ("chave")
);

-- CreateTable
CREATE TABLE "cliente" (
    "id_cliente" INTEGER NOT NULL,
    "codigo_cliente" INTEGER NOT NULL,
    "nome_razaosocial" TEXT NOT NULL,
    "nome_fantasia" TEXT,
    "tipo_pessoa" TEXT NOT NULL,
    "cpf_cnpj" TEXT NOT NULL,
    "telefone_primario" TEXT NOT NULL DEFAULT '',
    "telefone_secundario" TEXT NOT NULL DEFAULT '',
    "telefone_terciario" TEXT NOT NULL DEFAULT '',
    "email_principal" TEXT,
    "email_secundario" TEXT,
    "rg" TEXT,
    "rg_emissao" TEXT,
    "inscricao_municipal" TEXT,
    "inscricao_estadual" TEXT,
    "data_cadastro" TIMESTAMP(0) NOT NULL,
    "data_nascmento" TIMESTAMP(0),
    "data_fechamento" DATE,
    "busca" TEXT NOT NULL,

    CONSTRAINT "cliente_pkey" PRIMARY KEY ("id_cliente")
);

-- CreateTable
CREATE TABLE "cliente_telefone" (
    "chave" TEXT NOT NULL,
    "id_cliente" INTEGER NOT NULL,

    CONSTRAINT "cliente_telefone_pkey" PRIMARY KEY ("chave","id_cliente")
);

-- CreateTable
CREATE TABLE "cliente_servico" (
    "id_cliente_servico" INTEGER NOT NULL,
    "id_cliente" INTEGER NOT NULL,
    "id_servico" INTEGER NOT NULL,
    "numero_plano" INTEGER NOT NULL,
    "nome" TEXT NOT NULL,
    "valor" DECIMAL(14,4) NOT NULL,
    "status" TEXT NOT NULL,
    "status_prefixo" TEXT NOT NULL,
    "tecnologia" TEXT NOT NULL,
    "login" TEXT NOT NULL,
    "senha" TEXT NOT NULL,
    "ipv4" TEXT NOT NULL,
    "ipv6" TEXT,
    "id_interface" INTEGER,
    "id_interface_roteamento" INTEGER,
    "id_equipamento_conexao" INTEGER,
    "id_equipamento_roteamento" INTEGER,

    CONSTRAINT "cliente_servico_pkey" PRIMARY KEY ("id_cliente_servico")
);

-- CreateTable
CREATE TABLE "interface" (
    "id_interface" SERIAL NOT NULL,
    "nome" TEXT NOT NULL,
    "tipo" TEXT NOT NULL,
    "called_sid" TEXT,

    CONSTRAINT "interface_pkey" PRIMARY KEY ("id_interface")
);

-- CreateTable
CREATE TABLE "equipamento" (
    "id_equipamento" SERIAL NOT NULL,
    "nome" TEXT NOT NULL,
    "ipv4" TEXT NOT NULL,
    "ipv6" TEXT,

    CONSTRAINT "equipamento_pkey" PRIMARY KEY ("id_equipamento")
);

-- CreateTable
CREATE TABLE "pacote" (
    "id_pacote" INTEGER NOT NULL,
    "codigo" TEXT NOT NULL,
    "descricao" TEXT NOT NULL,
    "valor" TEXT NOT NULL,
    "observacoes" TEXT NOT NULL,
    "data_cadastro" TIMESTAMP(0) NOT NULL,

    CONSTRAINT "pacote_pkey" PRIMARY KEY ("id_pacote")
);

-- CreateTable
CREATE TABLE "cliente_servico_pacote" (
    "id_cliente_servico" INTEGER NOT NULL,
    "ordem" INTEGER NOT NULL,
    "id_pacote" INTEGER NOT NULL,

    CONSTRAINT "cliente_servico_pacote_pkey" PRIMARY KEY ("id_cliente_servico","ordem")
);

-- CreateTable
CREATE TABLE "grupo" (
    "id" INTEGER NOT NULL,
    "descricao" TEXT NOT NULL,

    CONSTRAINT "grupo_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "cliente_servico_grupo" (
    "id_cliente_servico" INTEGER NOT NULL,
    "ordem" INTEGER NOT NULL,
    "id_grupo" INTEGER NOT NULL,

    CONSTRAINT "cliente_servico_grupo_pkey" PRIMARY KEY ("id_cliente_servico","ordem")
);

-- CreateTable
CREATE TABLE "cliente_servico_senha" (
    "id_cliente_servico_senha" INTEGER NOT NULL,
    "id_cliente_servico" INTEGER NOT NULL,
    "descricao" TEXT NOT NULL,
    "usuario" TEXT NOT NULL,
    "senha" TEXT NOT NULL,

    CONSTRAINT "cliente_servico_senha_pkey" PRIMARY KEY ("id_cliente_servico_senha")
);

-- CreateTable
CREATE TABLE "endereco" (
    "id_cliente_servico" INTEGER NOT NULL,
    "tipo" "TipoEndereco" NOT NULL,
    "completo" TEXT NOT NULL,
    "logradouro" TEXT NOT NULL,
    "endereco" TEXT NOT NULL,
    "numero" TEXT NOT NULL,
    "complemento" TEXT NOT NULL,
    "bairro" TEXT NOT NULL,
    "cep" TEXT NOT NULL,
    "estado" TEXT NOT NULL,
    "uf" TEXT NOT NULL,
    "cidade" TEXT NOT NULL,
    "latitude" DOUBLE PRECISION,
    "longitude" DOUBLE PRECISION,

    CONSTRAINT "endereco_pkey" PRIMARY KEY ("id_cliente_servico","tipo")
);

-- CreateTable
CREATE TABLE "porta_atendimento" (
    "id_cliente_servico" INTEGER NOT NULL,
    "numero" TEXT NOT NULL,
    "equipamento" TEXT NOT NULL,

    CONSTRAINT "porta_atendimento_pkey" PRIMARY KEY ("id_cliente_servico")
);

-- CreateTable
CREATE TABLE "status_conexao" (
    "id_cliente_servico" INTEGER NOT NULL,
    "conectado" BOOLEAN NOT NULL,
    "ultima_conexao" TIMESTAMP(0),
    "ultima_desconexao" TIMESTAMP(0),
    "ultimo_ipv4" TEXT,

    CONSTRAINT "status_conexao_pkey" PRIMARY KEY ("id_cliente_servico")
);

-- CreateTable
CREATE TABLE "ligacao" (
    "id" UUID NOT NULL,
    "usuario_id" INTEGER NOT NULL,
    "ramal" TEXT,
    "identificador_interno" TEXT,
    "telefone" TEXT,
    "telefone_chave" TEXT NOT NULL DEFAULT '',
    "chave" TEXT,
    "ligacao_params" TEXT,
    "id_cliente" INTEGER,
    "id_cliente_notificado" INTEGER,
    "estado" "EstadoLigacao" NOT NULL DEFAULT 'aberta',
    "versao" INTEGER NOT NULL DEFAULT 1,
    "notificada_em" TIMESTAMPTZ(3) NOT NULL,
    "tocada_em" TIMESTAMPTZ(3) NOT NULL,
    "exibida_em" TIMESTAMPTZ(3),
    "encerrada_em" TIMESTAMPTZ(3),

    CONSTRAINT "ligacao_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "fila_ligacoes" (
    "usuario_id" INTEGER NOT NULL,
    "versao" INTEGER NOT NULL DEFAULT 0,

    CONSTRAINT "fila_ligacoes_pkey" PRIMARY KEY ("usuario_id")
);

-- CreateTable
CREATE TABLE "marca_cancelamento" (
    "id" SERIAL NOT NULL,
    "usuario_id" INTEGER NOT NULL,
    "chave" TEXT,
    "telefone_chave" TEXT,
    "id_cliente" INTEGER,
    "criada_em" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "marca_cancelamento_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "atendimento" (
    "id" SERIAL NOT NULL,
    "protocolo" TEXT NOT NULL,
    "ligacao_id" UUID,
    "id_cliente" INTEGER NOT NULL,
    "usuario_id" INTEGER NOT NULL,
    "descricao" TEXT NOT NULL DEFAULT '',
    "versao" INTEGER NOT NULL DEFAULT 1,
    "estado" "EstadoAtendimento" NOT NULL DEFAULT 'aberto',
    "criado_em" TIMESTAMPTZ(3) NOT NULL,
    "atualizado_em" TIMESTAMPTZ(3) NOT NULL,
    "fechado_em" TIMESTAMPTZ(3),

    CONSTRAINT "atendimento_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "protocolo_diario" (
    "dia" TEXT NOT NULL,
    "ultimo" INTEGER NOT NULL,

    CONSTRAINT "protocolo_diario_pkey" PRIMARY KEY ("dia")
);

-- CreateTable
CREATE TABLE "tipo_servico" (
    "id_tipo_servico" SERIAL NOT NULL,
    "descricao" TEXT NOT NULL,
    "display" TEXT NOT NULL,
    "ativo" BOOLEAN NOT NULL DEFAULT true,

    CONSTRAINT "tipo_servico_pkey" PRIMARY KEY ("id_tipo_servico")
);

-- CreateTable
CREATE TABLE "evento_faturamento" (
    "id_evento_faturamento" SERIAL NOT NULL,
    "lancamento" UUID NOT NULL,
    "id_cliente_servico" INTEGER NOT NULL,
    "id_tipo_servico" INTEGER NOT NULL,
    "tipo" "TipoEvento" NOT NULL,
    "descricao" TEXT NOT NULL,
    "valor_centavos" INTEGER NOT NULL,
    "parcela" INTEGER NOT NULL,
    "total_parcelas" INTEGER NOT NULL,
    "proximo_faturamento" BOOLEAN NOT NULL,
    "mes" INTEGER,
    "ano" INTEGER,
    "estorno_de" INTEGER,
    "motivo_estorno" TEXT,
    "usuario_id" INTEGER,
    "token_id" INTEGER,
    "criado_em" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "evento_faturamento_pkey" PRIMARY KEY ("id_evento_faturamento")
);

-- CreateTable
CREATE TABLE "idempotencia" (
    "ator" TEXT NOT NULL,
    "chave" TEXT NOT NULL,
    "corpo" TEXT NOT NULL,
    "resposta" TEXT NOT NULL,
    "criado_em" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "idempotencia_pkey" PRIMARY KEY ("ator","chave")
);

-- CreateTable
CREATE TABLE "auditoria" (
    "id" BIGSERIAL NOT NULL,
    "quando" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "usuario_id" INTEGER,
    "token_id" INTEGER,
    "ip" TEXT,
    "acao" TEXT NOT NULL,
    "alvo" TEXT,
    "detalhes" JSONB,

    CONSTRAINT "auditoria_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE UNIQUE INDEX "usuario_usuario_key" ON "usuario"("usuario");

-- CreateIndex
CREATE UNIQUE INDEX "usuario_email_key" ON "usuario"("email");

-- CreateIndex
CREATE UNIQUE INDEX "usuario_ramal_key" ON "usuario"("ramal");

-- CreateIndex
CREATE UNIQUE INDEX "sessao_token_key" ON "sessao"("token");

-- CreateIndex
CREATE INDEX "sessao_usuario_id_idx" ON "sessao"("usuario_id");

-- CreateIndex
CREATE INDEX "conta_usuario_id_idx" ON "conta"("usuario_id");

-- CreateIndex
CREATE INDEX "verificacao_identificador_idx" ON "verificacao"("identificador");

-- CreateIndex
CREATE UNIQUE INDEX "limite_taxa_chave_key" ON "limite_taxa"("chave");

-- CreateIndex
CREATE UNIQUE INDEX "token_nome_key" ON "token"("nome");

-- CreateIndex
CREATE UNIQUE INDEX "token_hash_key" ON "token"("hash");

-- CreateIndex
CREATE UNIQUE INDEX "cliente_codigo_cliente_key" ON "cliente"("codigo_cliente");

-- CreateIndex
CREATE INDEX "cliente_cpf_cnpj_idx" ON "cliente"("cpf_cnpj");

-- CreateIndex
CREATE INDEX "cliente_data_cadastro_id_cliente_idx" ON "cliente"("data_cadastro", "id_cliente");

-- CreateIndex
CREATE INDEX "cliente_data_fechamento_id_cliente_idx" ON "cliente"("data_fechamento", "id_cliente");

-- CreateIndex
CREATE INDEX "cliente_telefone_id_cliente_idx" ON "cliente_telefone"("id_cliente");

-- CreateIndex
CREATE INDEX "cliente_servico_id_cliente_id_cliente_servico_idx" ON "cliente_servico"("id_cliente", "id_cliente_servico");

-- CreateIndex
CREATE INDEX "cliente_servico_login_idx" ON "cliente_servico"("login");

-- CreateIndex
CREATE INDEX "pacote_codigo_idx" ON "pacote"("codigo");

-- CreateIndex
CREATE INDEX "cliente_servico_pacote_id_pacote_idx" ON "cliente_servico_pacote"("id_pacote");

-- CreateIndex
CREATE INDEX "cliente_servico_grupo_id_grupo_idx" ON "cliente_servico_grupo"("id_grupo");

-- CreateIndex
CREATE INDEX "cliente_servico_senha_id_cliente_servico_id_cliente_servico_idx" ON "cliente_servico_senha"("id_cliente_servico", "id_cliente_servico_senha");

-- CreateIndex
CREATE INDEX "ligacao_usuario_id_notificada_em_idx" ON "ligacao"("usuario_id", "notificada_em");

-- CreateIndex
CREATE INDEX "ligacao_id_cliente_idx" ON "ligacao"("id_cliente");

-- CreateIndex
CREATE UNIQUE INDEX "ligacao_usuario_id_chave_key" ON "ligacao"("usuario_id", "chave");

-- CreateIndex
CREATE INDEX "marca_cancelamento_usuario_id_criada_em_idx" ON "marca_cancelamento"("usuario_id", "criada_em");

-- CreateIndex
CREATE UNIQUE INDEX "atendimento_protocolo_key" ON "atendimento"("protocolo");

-- CreateIndex
CREATE UNIQUE INDEX "atendimento_ligacao_id_key" ON "atendimento"("ligacao_id");

-- CreateIndex
CREATE INDEX "atendimento_usuario_id_estado_idx" ON "atendimento"("usuario_id", "estado");

-- CreateIndex
CREATE INDEX "atendimento_id_cliente_idx" ON "atendimento"("id_cliente");

-- CreateIndex
CREATE UNIQUE INDEX "evento_faturamento_estorno_de_key" ON "evento_faturamento"("estorno_de");

-- CreateIndex
CREATE INDEX "evento_faturamento_criado_em_id_evento_faturamento_idx" ON "evento_faturamento"("criado_em", "id_evento_faturamento");

-- CreateIndex
CREATE INDEX "evento_faturamento_id_cliente_servico_idx" ON "evento_faturamento"("id_cliente_servico");

-- CreateIndex
CREATE INDEX "evento_faturamento_lancamento_idx" ON "evento_faturamento"("lancamento");

-- CreateIndex
CREATE INDEX "idempotencia_criado_em_idx" ON "idempotencia"("criado_em");

-- CreateIndex
CREATE INDEX "auditoria_quando_idx" ON "auditoria"("quando");

-- CreateIndex
CREATE INDEX "auditoria_alvo_quando_idx" ON "auditoria"("alvo", "quando");

-- AddForeignKey
ALTER TABLE "sessao" ADD CONSTRAINT "sessao_usuario_id_fkey" FOREIGN KEY ("usuario_id") REFERENCES "usuario"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "conta" ADD CONSTRAINT "conta_usuario_id_fkey" FOREIGN KEY ("usuario_id") REFERENCES "usuario"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "cliente_telefone" ADD CONSTRAINT "cliente_telefone_id_cliente_fkey" FOREIGN KEY ("id_cliente") REFERENCES "cliente"("id_cliente") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "cliente_servico" ADD CONSTRAINT "cliente_servico_id_cliente_fkey" FOREIGN KEY ("id_cliente") REFERENCES "cliente"("id_cliente") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "cliente_servico" ADD CONSTRAINT "cliente_servico_id_interface_fkey" FOREIGN KEY ("id_interface") REFERENCES "interface"("id_interface") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "cliente_servico" ADD CONSTRAINT "cliente_servico_id_interface_roteamento_fkey" FOREIGN KEY ("id_interface_roteamento") REFERENCES "interface"("id_interface") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "cliente_servico" ADD CONSTRAINT "cliente_servico_id_equipamento_conexao_fkey" FOREIGN KEY ("id_equipamento_conexao") REFERENCES "equipamento"("id_equipamento") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "cliente_servico" ADD CONSTRAINT "cliente_servico_id_equipamento_roteamento_fkey" FOREIGN KEY ("id_equipamento_roteamento") REFERENCES "equipamento"("id_equipamento") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "cliente_servico_pacote" ADD CONSTRAINT "cliente_servico_pacote_id_cliente_servico_fkey" FOREIGN KEY ("id_cliente_servico") REFERENCES "cliente_servico"("id_cliente_servico") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "cliente_servico_pacote" ADD CONSTRAINT "cliente_servico_pacote_id_pacote_fkey" FOREIGN KEY ("id_pacote") REFERENCES "pacote"("id_pacote") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "cliente_servico_grupo" ADD CONSTRAINT "cliente_servico_grupo_id_cliente_servico_fkey" FOREIGN KEY ("id_cliente_servico") REFERENCES "cliente_servico"("id_cliente_servico") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "cliente_servico_grupo" ADD CONSTRAINT "cliente_servico_grupo_id_grupo_fkey" FOREIGN KEY ("id_grupo") REFERENCES "grupo"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "cliente_servico_senha" ADD CONSTRAINT "cliente_servico_senha_id_cliente_servico_fkey" FOREIGN KEY ("id_cliente_servico") REFERENCES "cliente_servico"("id_cliente_servico") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "endereco" ADD CONSTRAINT "endereco_id_cliente_servico_fkey" FOREIGN KEY ("id_cliente_servico") REFERENCES "cliente_servico"("id_cliente_servico") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "porta_atendimento" ADD CONSTRAINT "porta_atendimento_id_cliente_servico_fkey" FOREIGN KEY ("id_cliente_servico") REFERENCES "cliente_servico"("id_cliente_servico") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "status_conexao" ADD CONSTRAINT "status_conexao_id_cliente_servico_fkey" FOREIGN KEY ("id_cliente_servico") REFERENCES "cliente_servico"("id_cliente_servico") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "ligacao" ADD CONSTRAINT "ligacao_usuario_id_fkey" FOREIGN KEY ("usuario_id") REFERENCES "usuario"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "ligacao" ADD CONSTRAINT "ligacao_id_cliente_fkey" FOREIGN KEY ("id_cliente") REFERENCES "cliente"("id_cliente") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "fila_ligacoes" ADD CONSTRAINT "fila_ligacoes_usuario_id_fkey" FOREIGN KEY ("usuario_id") REFERENCES "usuario"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "atendimento" ADD CONSTRAINT "atendimento_ligacao_id_fkey" FOREIGN KEY ("ligacao_id") REFERENCES "ligacao"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "atendimento" ADD CONSTRAINT "atendimento_usuario_id_fkey" FOREIGN KEY ("usuario_id") REFERENCES "usuario"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "evento_faturamento" ADD CONSTRAINT "evento_faturamento_id_cliente_servico_fkey" FOREIGN KEY ("id_cliente_servico") REFERENCES "cliente_servico"("id_cliente_servico") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "evento_faturamento" ADD CONSTRAINT "evento_faturamento_id_tipo_servico_fkey" FOREIGN KEY ("id_tipo_servico") REFERENCES "tipo_servico"("id_tipo_servico") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "evento_faturamento" ADD CONSTRAINT "evento_faturamento_estorno_de_fkey" FOREIGN KEY ("estorno_de") REFERENCES "evento_faturamento"("id_evento_faturamento") ON DELETE SET NULL ON UPDATE CASCADE;

-- What Prisma's schema cannot say ------------------------------------------------------------------------------------

-- Trusted since PostgreSQL 13: the owner of the database may create it.
CREATE EXTENSION IF NOT EXISTS pg_trgm;

-- DESIGN: Numbers. identificador_interno is compared without regard to case.
CREATE UNIQUE INDEX usuario_identificador_interno_key ON usuario (lower(identificador_interno));

-- DESIGN: Notify. Without a call key, one open window a user and telephone.
CREATE UNIQUE INDEX ligacao_aberta_sem_chave_key ON ligacao (usuario_id, telefone_chave) WHERE estado = 'aberta' AND chave IS NULL;
CREATE INDEX ligacao_aberta_idx ON ligacao (usuario_id) WHERE estado = 'aberta';

-- The search as one types.
CREATE INDEX cliente_busca_trgm_idx ON cliente USING gin (busca gin_trgm_ops);
CREATE INDEX cliente_busca_prefixo_idx ON cliente (left(busca, 60) text_pattern_ops);
CREATE INDEX cliente_cpf_cnpj_prefixo_idx ON cliente (cpf_cnpj text_pattern_ops);
CREATE INDEX cliente_telefone_prefixo_idx ON cliente_telefone (chave text_pattern_ops);
CREATE INDEX cliente_servico_login_prefixo_idx ON cliente_servico (lower(login) text_pattern_ops);

-- Natural keys of what many services share.
CREATE UNIQUE INDEX interface_natural_key ON interface (nome, tipo, coalesce(called_sid, E'\x01'));
CREATE UNIQUE INDEX equipamento_natural_key ON equipamento (nome, ipv4, coalesce(ipv6, E'\x01'));

-- Large packets between several processes (@socket.io/postgres-adapter).
CREATE TABLE socket_io_attachments (
  id bigserial UNIQUE,
  created_at timestamptz DEFAULT now(),
  payload bytea
);

-- Every user has the row that orders what happens to the user's calls.
CREATE FUNCTION create_fila_ligacoes() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO fila_ligacoes (usuario_id) VALUES (NEW.id);
  RETURN NULL;
END $$;
CREATE TRIGGER usuario_fila AFTER INSERT ON usuario FOR EACH ROW EXECUTE FUNCTION create_fila_ligacoes();

-- Processes remember tokens and hold sockets: whoever changes a token, a session or a user, from whatever process or
-- tool, is heard at once by all of them.
CREATE FUNCTION announce_access() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('alo_acesso', TG_TABLE_NAME || ':' || OLD.id);
  RETURN NULL;
END $$;
CREATE TRIGGER token_announce AFTER UPDATE OF escopos, expira_em, revogado_em OR DELETE ON token FOR EACH ROW EXECUTE FUNCTION announce_access();
CREATE TRIGGER sessao_announce AFTER DELETE ON sessao FOR EACH ROW EXECUTE FUNCTION announce_access();
CREATE TRIGGER usuario_announce AFTER UPDATE OF papel, ramal, identificador_interno, desativado OR DELETE ON usuario FOR EACH ROW EXECUTE FUNCTION announce_access();

-- The record of who did what, and the billing ledger, only ever grow.
CREATE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION '% is append-only: % is refused', TG_TABLE_NAME, TG_OP USING ERRCODE = 'restrict_violation';
END $$;
CREATE TRIGGER auditoria_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON auditoria FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER evento_faturamento_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON evento_faturamento FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
