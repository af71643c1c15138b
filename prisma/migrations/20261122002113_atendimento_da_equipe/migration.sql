-- CreateEnum
CREATE TYPE "ListaAtendimento" AS ENUM ('motivo', 'desfecho');

-- AlterTable
ALTER TABLE "atendimento" ADD COLUMN     "aberto_por" INTEGER,
ADD COLUMN     "busca" TEXT NOT NULL DEFAULT '',
ADD COLUMN     "id_desfecho" INTEGER,
ADD COLUMN     "id_motivo" INTEGER,
ADD COLUMN     "passado_de" INTEGER,
ADD COLUMN     "passado_em" TIMESTAMPTZ(3),
ADD COLUMN     "telefone_chave" TEXT NOT NULL DEFAULT '';

-- CreateTable
CREATE TABLE "opcao_atendimento" (
    "id" SERIAL NOT NULL,
    "lista" "ListaAtendimento" NOT NULL,
    "descricao" TEXT NOT NULL,
    "ativo" BOOLEAN NOT NULL DEFAULT true,

    CONSTRAINT "opcao_atendimento_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "modelo_texto" (
    "id" SERIAL NOT NULL,
    "titulo" TEXT NOT NULL,
    "texto" TEXT NOT NULL,
    "ativo" BOOLEAN NOT NULL DEFAULT true,

    CONSTRAINT "modelo_texto_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "atendimento_usuario_id_criado_em_id_idx" ON "atendimento"("usuario_id", "criado_em", "id");

-- CreateIndex
CREATE INDEX "atendimento_criado_em_id_idx" ON "atendimento"("criado_em", "id");

-- AddForeignKey
ALTER TABLE "atendimento" ADD CONSTRAINT "atendimento_aberto_por_fkey" FOREIGN KEY ("aberto_por") REFERENCES "usuario"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "atendimento" ADD CONSTRAINT "atendimento_passado_de_fkey" FOREIGN KEY ("passado_de") REFERENCES "usuario"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "atendimento" ADD CONSTRAINT "atendimento_id_motivo_fkey" FOREIGN KEY ("id_motivo") REFERENCES "opcao_atendimento"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "atendimento" ADD CONSTRAINT "atendimento_id_desfecho_fkey" FOREIGN KEY ("id_desfecho") REFERENCES "opcao_atendimento"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- What Prisma's schema cannot say ------------------------------------------------------------------------------------

-- One option is one: two spellings of it would be counted apart.
CREATE UNIQUE INDEX opcao_atendimento_lista_descricao_key ON opcao_atendimento (lista, lower(descricao));

-- The list of tickets, newest first, by what is rare enough for an index to pay. Open tickets are few among all.
CREATE INDEX atendimento_aberto_idx ON atendimento (criado_em, id) WHERE estado = 'aberto';
CREATE INDEX atendimento_motivo_idx ON atendimento (id_motivo, criado_em, id) WHERE id_motivo IS NOT NULL;
CREATE INDEX atendimento_desfecho_idx ON atendimento (id_desfecho, criado_em, id) WHERE id_desfecho IS NOT NULL;
CREATE INDEX atendimento_autor_idx ON atendimento (coalesce(aberto_por, usuario_id), criado_em, id);
CREATE INDEX atendimento_telefone_idx ON atendimento (telefone_chave) WHERE telefone_chave <> '';
-- Of closed ones alone: words that are being typed are looked through, not indexed with every pause of the hand.
CREATE INDEX atendimento_busca_idx ON atendimento USING gin (busca gin_trgm_ops) WHERE estado = 'fechado';

-- What stood in the tickets so far. The fold is TypeScript's; SQL does as much of it as Portuguese needs, once.
UPDATE atendimento a SET telefone_chave = l.telefone_chave FROM ligacao l WHERE l.id = a.ligacao_id;
UPDATE atendimento SET busca = trim(regexp_replace(
  translate(lower(descricao), 'áàâãäéèêëíìîïóòôõöúùûüçñ', 'aaaaaeeeeiiiiooooouuuucn'), '\s+', ' ', 'g'))
WHERE descricao <> '';

-- What an internet provider is called for, and what comes of it; administrators make the lists their own.
INSERT INTO opcao_atendimento (lista, descricao) VALUES
  ('motivo', 'Sem conexão'),
  ('motivo', 'Lentidão'),
  ('motivo', 'Quedas de conexão'),
  ('motivo', 'Wi-Fi ou roteador'),
  ('motivo', 'Segunda via de boleto'),
  ('motivo', 'Pagamento ou negociação'),
  ('motivo', 'Desbloqueio'),
  ('motivo', 'Instalação'),
  ('motivo', 'Mudança de endereço'),
  ('motivo', 'Mudança de plano'),
  ('motivo', 'Telefonia ou TV'),
  ('motivo', 'Dados cadastrais'),
  ('motivo', 'Contratação'),
  ('motivo', 'Cancelamento'),
  ('motivo', 'Reclamação'),
  ('motivo', 'Outro assunto'),
  ('desfecho', 'Resolvido no atendimento'),
  ('desfecho', 'Visita técnica agendada'),
  ('desfecho', 'Encaminhado a outro setor'),
  ('desfecho', 'Informação prestada'),
  ('desfecho', 'Aguardando o cliente'),
  ('desfecho', 'Sem retorno do cliente'),
  ('desfecho', 'Ligação caiu'),
  ('desfecho', 'Engano');
