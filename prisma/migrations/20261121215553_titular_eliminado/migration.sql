-- CreateTable
CREATE TABLE "titular_eliminado" (
    "id_cliente" INTEGER NOT NULL,
    "eliminado_em" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "titular_eliminado_pkey" PRIMARY KEY ("id_cliente")
);
