-- CreateTable
CREATE TABLE "lembrete" (
    "id" SERIAL NOT NULL,
    "usuario_id" INTEGER NOT NULL,
    "chave" UUID NOT NULL,
    "quando" TIMESTAMPTZ(3) NOT NULL,
    "palavras" TEXT NOT NULL,
    "ligacao_id" UUID,
    "atendimento_id" INTEGER,
    "id_cliente" INTEGER,
    "criado_em" TIMESTAMPTZ(3) NOT NULL,
    "feito_em" TIMESTAMPTZ(3),

    CONSTRAINT "lembrete_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "lembrete_usuario_id_feito_em_idx" ON "lembrete"("usuario_id", "feito_em");

-- CreateIndex
CREATE INDEX "lembrete_feito_em_idx" ON "lembrete"("feito_em");

-- CreateIndex
CREATE INDEX "lembrete_ligacao_id_idx" ON "lembrete"("ligacao_id");

-- CreateIndex
CREATE INDEX "lembrete_atendimento_id_idx" ON "lembrete"("atendimento_id");

-- CreateIndex
CREATE INDEX "lembrete_id_cliente_idx" ON "lembrete"("id_cliente");

-- CreateIndex
CREATE UNIQUE INDEX "lembrete_usuario_id_chave_key" ON "lembrete"("usuario_id", "chave");

-- AddForeignKey
ALTER TABLE "lembrete" ADD CONSTRAINT "lembrete_usuario_id_fkey" FOREIGN KEY ("usuario_id") REFERENCES "usuario"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "lembrete" ADD CONSTRAINT "lembrete_ligacao_id_fkey" FOREIGN KEY ("ligacao_id") REFERENCES "ligacao"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "lembrete" ADD CONSTRAINT "lembrete_atendimento_id_fkey" FOREIGN KEY ("atendimento_id") REFERENCES "atendimento"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "lembrete" ADD CONSTRAINT "lembrete_id_cliente_fkey" FOREIGN KEY ("id_cliente") REFERENCES "cliente"("id_cliente") ON DELETE SET NULL ON UPDATE CASCADE;
