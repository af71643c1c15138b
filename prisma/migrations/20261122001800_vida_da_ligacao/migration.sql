-- AlterEnum
ALTER TYPE "EncerradaPor" ADD VALUE 'grupo';

-- AlterTable
ALTER TABLE "atendimento" ALTER COLUMN "id_cliente" DROP NOT NULL;

-- AlterTable
ALTER TABLE "ligacao" ADD COLUMN     "aberta_em" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
ADD COLUMN     "atendida_em" TIMESTAMPTZ(3),
ADD COLUMN     "grupo" UUID;

-- Of what rang before, the last ring is known; and that a call was attended, by the ticket that was opened since.
UPDATE "ligacao" l SET "aberta_em" = l."tocada_em", "atendida_em" = a."criado_em"
FROM "ligacao" k LEFT JOIN "atendimento" a ON a."ligacao_id" = k."id" AND a."criado_em" >= k."tocada_em"
WHERE k."id" = l."id";

-- What was attended is not missed: the telephone exchange merely said that it was over.
UPDATE "ligacao" SET "estado" = 'fechada' WHERE "estado" = 'cancelada' AND "atendida_em" IS NOT NULL;

-- Few calls ring a group, and a call that rings alone costs this index nothing.
CREATE INDEX "ligacao_grupo_idx" ON "ligacao" ("grupo") WHERE "grupo" IS NOT NULL;
