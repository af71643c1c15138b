-- CreateIndex
CREATE INDEX "auditoria_usuario_id_quando_idx" ON "auditoria"("usuario_id", "quando");
