-- CreateTable
CREATE TABLE "motivo_pausa" (
    "codigo" TEXT NOT NULL,
    "nome" TEXT NOT NULL,
    "ativo" BOOLEAN NOT NULL DEFAULT true,
    "ordem" SERIAL NOT NULL,

    CONSTRAINT "motivo_pausa_pkey" PRIMARY KEY ("codigo")
);

-- One name is of one reason, in whatever case.
CREATE UNIQUE INDEX motivo_pausa_nome_key ON motivo_pausa (lower(nome));

-- Those there were, under the names that pauses have them by.
INSERT INTO motivo_pausa (codigo, nome) VALUES
    ('banheiro', 'Banheiro'),
    ('almoco', 'Almoço'),
    ('reuniao', 'Reunião'),
    ('treinamento', 'Treinamento'),
    ('outro', 'Outro motivo');

-- AlterTable
ALTER TABLE "pausa" ADD COLUMN     "motivo_codigo" TEXT;

-- AddForeignKey
ALTER TABLE "pausa" ADD CONSTRAINT "pausa_motivo_codigo_fkey" FOREIGN KEY ("motivo_codigo") REFERENCES "motivo_pausa"("codigo") ON DELETE SET NULL ON UPDATE CASCADE;
