-- CreateTable
CREATE TABLE "ajuste" (
    "nome" TEXT NOT NULL,
    "valor" TEXT NOT NULL,
    "alterado_em" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "ajuste_pkey" PRIMARY KEY ("nome")
);

-- Every process reads them anew, whoever wrote. On the channel that each listens to already: another would be a connection more.
CREATE FUNCTION announce_ajustes() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('alo_acesso', 'ajuste:');
  RETURN NULL;
END $$;
CREATE TRIGGER ajuste_announce AFTER INSERT OR UPDATE OR DELETE ON ajuste FOR EACH STATEMENT EXECUTE FUNCTION announce_ajustes();
