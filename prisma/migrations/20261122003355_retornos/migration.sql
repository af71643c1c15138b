-- AlterTable
ALTER TABLE "ligacao" ADD COLUMN     "assumida_em" TIMESTAMPTZ(3),
ADD COLUMN     "assumida_por" INTEGER,
ADD COLUMN     "caida_em" TIMESTAMPTZ(3),
ADD COLUMN     "tratada_em" TIMESTAMPTZ(3),
ADD COLUMN     "tratada_por" INTEGER;

-- CreateIndex
CREATE INDEX "ligacao_estado_notificada_em_id_idx" ON "ligacao"("estado", "notificada_em", "id");

-- AddForeignKey
ALTER TABLE "ligacao" ADD CONSTRAINT "ligacao_assumida_por_fkey" FOREIGN KEY ("assumida_por") REFERENCES "usuario"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "ligacao" ADD CONSTRAINT "ligacao_tratada_por_fkey" FOREIGN KEY ("tratada_por") REFERENCES "usuario"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- What nobody settled yet is few among all calls: missed ones, and conversations that broke off.
CREATE INDEX ligacao_por_retornar_idx ON ligacao (notificada_em, id)
WHERE estado IN ('cancelada', 'perdida', 'expirada') AND atendida_em IS NULL AND tratada_em IS NULL;
-- When a caller was attended: that settles what was missed before.
CREATE INDEX ligacao_atendida_idx ON ligacao (telefone_chave, atendida_em) WHERE atendida_em IS NOT NULL;
CREATE INDEX ligacao_caida_idx ON ligacao (caida_em, id) WHERE caida_em IS NOT NULL AND tratada_em IS NULL;
