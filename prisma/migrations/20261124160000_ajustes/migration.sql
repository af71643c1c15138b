-- CreateTable
CREATE TABLE "ajuste" (
    "nome" TEXT NOT NULL,
    "valor" TEXT NOT NULL,
    "alterado_em" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "ajuste_pkey" PRIMARY KEY ("nome")
);

-- Every process reads them anew, whoever wrote.
CREATE FUNCTION announce_ajustes() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('alo_ajustes', '');
  RETURN NULL;
END $$;
CREATE TRIGGER ajuste_announce AFTER INSERT OR UPDATE OR DELETE ON ajuste FOR EACH STATEMENT EXECUTE FUNCTION announce_ajustes();
