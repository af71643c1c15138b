-- AlterTable
ALTER TABLE "ligacao" ADD COLUMN     "caiu" BOOLEAN,
ADD COLUMN     "incerta_em" TIMESTAMPTZ(3);
