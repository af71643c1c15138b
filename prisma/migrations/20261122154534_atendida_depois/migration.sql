-- AlterTable
ALTER TABLE "ligacao" ADD COLUMN     "atendida_depois_em" TIMESTAMPTZ(3);

-- What is noted as settled leaves the index of what is open: a page of it reads what it shows.
DROP INDEX ligacao_por_retornar_idx;
CREATE INDEX ligacao_por_retornar_idx ON ligacao (notificada_em, id)
WHERE estado IN ('cancelada', 'perdida', 'expirada') AND atendida_em IS NULL AND tratada_em IS NULL
  AND coalesce(atendida_depois_em, '-infinity') < notificada_em;
