-- CreateEnum
CREATE TYPE "MotivoPausa" AS ENUM ('banheiro', 'almoco', 'reuniao', 'treinamento', 'outro');

-- CreateTable
CREATE TABLE "pausa" (
    "id" SERIAL NOT NULL,
    "usuario_id" INTEGER NOT NULL,
    "motivo" "MotivoPausa" NOT NULL,
    "desde" TIMESTAMPTZ(3) NOT NULL,
    "ate" TIMESTAMPTZ(3),

    CONSTRAINT "pausa_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "pausa_usuario_id_ate_idx" ON "pausa"("usuario_id", "ate");

-- CreateIndex
CREATE INDEX "pausa_ate_idx" ON "pausa"("ate");

-- AddForeignKey
ALTER TABLE "pausa" ADD CONSTRAINT "pausa_usuario_id_fkey" FOREIGN KEY ("usuario_id") REFERENCES "usuario"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- Nobody is in two pauses.
CREATE UNIQUE INDEX pausa_aberta_idx ON pausa (usuario_id) WHERE ate IS NULL;
