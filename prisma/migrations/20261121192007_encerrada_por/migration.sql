-- CreateEnum
CREATE TYPE "EncerradaPor" AS ENUM ('atendente', 'central', 'prazo');

-- AlterTable
ALTER TABLE "ligacao" ADD COLUMN     "encerrada_por" "EncerradaPor";

-- Until now the state alone told it.
UPDATE "ligacao" SET "encerrada_por" = (CASE "estado" WHEN 'fechada' THEN 'atendente' WHEN 'cancelada' THEN 'central' ELSE 'prazo' END)::"EncerradaPor"
WHERE "estado" <> 'aberta';
