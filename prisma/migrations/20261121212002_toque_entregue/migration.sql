-- AlterTable
ALTER TABLE "ligacao" ADD COLUMN     "toque_entregue" TIMESTAMPTZ(3);
