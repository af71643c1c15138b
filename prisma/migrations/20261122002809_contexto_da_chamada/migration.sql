-- DropIndex
DROP INDEX "ligacao_id_cliente_idx";

-- CreateIndex
CREATE INDEX "ligacao_id_cliente_notificada_em_idx" ON "ligacao"("id_cliente", "notificada_em");

-- CreateIndex
CREATE INDEX "ligacao_telefone_chave_notificada_em_idx" ON "ligacao"("telefone_chave", "notificada_em");
