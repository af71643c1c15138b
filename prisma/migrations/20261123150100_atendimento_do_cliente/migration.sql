-- A customer's tickets in the order of their timeline: a page is read from where the last one ended.

-- DropIndex
DROP INDEX "atendimento_id_cliente_idx";

-- CreateIndex
CREATE INDEX "atendimento_id_cliente_criado_em_id_idx" ON "atendimento"("id_cliente", "criado_em", "id");
