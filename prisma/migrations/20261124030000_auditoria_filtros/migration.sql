-- CreateIndex
CREATE INDEX "auditoria_quando_idx" ON "auditoria"("quando");

-- CreateIndex
CREATE INDEX "auditoria_acao_id_idx" ON "auditoria"("acao", "id");

-- CreateIndex
CREATE INDEX "auditoria_usuario_id_id_idx" ON "auditoria"("usuario_id", "id");
