-- Which calls are open stands in a table of its own, where a row lives for minutes, so that no index of all calls names a
-- column that a plain end changes: then the end is written on the call's own page alone. docs/decisions/0094.

-- CreateTable
CREATE TABLE "ligacao_aberta" (
    "usuario_id" INTEGER NOT NULL,
    "telefone_chave" TEXT NOT NULL,
    "ligacao_id" UUID NOT NULL,
    "tem_chave" BOOLEAN NOT NULL,

    CONSTRAINT "ligacao_aberta_pkey" PRIMARY KEY ("usuario_id","telefone_chave","ligacao_id")
);

DROP INDEX ligacao_aberta_sem_chave_key;
DROP INDEX ligacao_aberta_idx;
CREATE UNIQUE INDEX ligacao_aberta_sem_chave_key ON ligacao_aberta (usuario_id, telefone_chave) WHERE NOT tem_chave;

-- By a trigger, since a process of the version before writes calls, too.
CREATE FUNCTION keep_ligacao_aberta() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP <> 'INSERT' THEN
    DELETE FROM ligacao_aberta
    WHERE usuario_id = OLD.usuario_id AND telefone_chave = OLD.telefone_chave AND ligacao_id = OLD.id;
  END IF;
  IF TG_OP <> 'DELETE' AND NEW.estado = 'aberta' THEN
    INSERT INTO ligacao_aberta (usuario_id, telefone_chave, ligacao_id, tem_chave)
    VALUES (NEW.usuario_id, NEW.telefone_chave, NEW.id, NEW.chave IS NOT NULL);
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER ligacao_aberta_nova AFTER INSERT ON ligacao
  FOR EACH ROW WHEN (NEW.estado = 'aberta') EXECUTE FUNCTION keep_ligacao_aberta();
CREATE TRIGGER ligacao_aberta_mudada AFTER UPDATE OF estado, chave, telefone_chave, usuario_id ON ligacao
  FOR EACH ROW WHEN ((OLD.estado, OLD.chave, OLD.telefone_chave, OLD.usuario_id)
    IS DISTINCT FROM (NEW.estado, NEW.chave, NEW.telefone_chave, NEW.usuario_id)) EXECUTE FUNCTION keep_ligacao_aberta();
CREATE TRIGGER ligacao_aberta_apagada AFTER DELETE ON ligacao
  FOR EACH ROW WHEN (OLD.estado = 'aberta') EXECUTE FUNCTION keep_ligacao_aberta();

INSERT INTO ligacao_aberta SELECT usuario_id, telefone_chave, id, chave IS NOT NULL FROM ligacao WHERE estado = 'aberta';

-- What nobody settled yet, or may come to be that: true from the first ring to a plain end.
DROP INDEX ligacao_por_retornar_idx;
ALTER TABLE "ligacao"
  ADD COLUMN "por_retornar" BOOLEAN NOT NULL GENERATED ALWAYS AS (
    estado <> 'fechada' AND atendida_em IS NULL AND tratada_em IS NULL
    AND coalesce(atendida_depois_em, '-infinity') < notificada_em) STORED,
  ADD COLUMN "por_prazo" BOOLEAN NOT NULL GENERATED ALWAYS AS (estado IN ('perdida', 'expirada')) STORED;
CREATE INDEX ligacao_por_retornar_idx ON ligacao (notificada_em, id) WHERE por_retornar;
CREATE INDEX ligacao_por_prazo_idx ON ligacao (notificada_em, id) WHERE por_prazo;

-- DropIndex
DROP INDEX "ligacao_estado_notificada_em_id_idx";

-- CreateIndex
CREATE INDEX "ligacao_notificada_em_id_idx" ON "ligacao"("notificada_em", "id");

-- Calls of nobody known need no place in the index of customers.
DROP INDEX "ligacao_id_cliente_notificada_em_idx";
CREATE INDEX ligacao_id_cliente_notificada_em_idx ON ligacao (id_cliente, notificada_em) WHERE id_cliente IS NOT NULL;
