-- CreateIndex
CREATE INDEX "auditoria_alvo_id_idx" ON "auditoria"("alvo", "id");
