-- AlterTable
ALTER TABLE "ligacao" ADD COLUMN     "origem" TEXT;
