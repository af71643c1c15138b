-- CreateTable
CREATE TABLE "nome_fila" (
    "codigo" TEXT NOT NULL,
    "nome" TEXT NOT NULL,

    CONSTRAINT "nome_fila_pkey" PRIMARY KEY ("codigo")
);
