-- CreateTable
CREATE TABLE "rastro" (
    "id" BIGSERIAL NOT NULL,
    "quando" TIMESTAMPTZ(3) NOT NULL,
    "chaves" INTEGER[],
    "pedidos" JSON NOT NULL,

    CONSTRAINT "rastro_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "rastro_quando_idx" ON "rastro"("quando");

-- CreateIndex
CREATE INDEX "rastro_chaves_idx" ON "rastro" USING GIN ("chaves");
