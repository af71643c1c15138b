-- Whoever changes users, by whatever way: one administrator who can sign in stays. One change after the other, so that two
-- do not each count on the other's.
CREATE FUNCTION keep_administrador() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF OLD.papel <> 'administrador' OR OLD.desativado IS TRUE THEN RETURN NULL; END IF;
  IF TG_OP = 'UPDATE' AND NEW.papel = 'administrador' AND NEW.desativado IS NOT TRUE THEN RETURN NULL; END IF;
  PERFORM pg_advisory_xact_lock(hashtext('alo_administradores'));
  IF NOT EXISTS (SELECT 1 FROM usuario WHERE papel = 'administrador' AND desativado IS NOT TRUE) THEN
    RAISE EXCEPTION 'this is the last administrador who can sign in'
      USING ERRCODE = 'AL001';
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER usuario_ultimo_administrador AFTER UPDATE OF papel, desativado OR DELETE ON usuario
  FOR EACH ROW EXECUTE FUNCTION keep_administrador();

-- A link with which a person chooses a password: one at a time, gone once it was used.
CREATE TABLE "convite_senha" (
  "usuario_id" INTEGER NOT NULL,
  "hash" TEXT NOT NULL,
  "expira_em" TIMESTAMPTZ(3) NOT NULL,
  CONSTRAINT "convite_senha_pkey" PRIMARY KEY ("usuario_id"),
  CONSTRAINT "convite_senha_usuario_id_fkey" FOREIGN KEY ("usuario_id") REFERENCES "usuario"("id") ON DELETE CASCADE ON UPDATE CASCADE
);
CREATE UNIQUE INDEX "convite_senha_hash_key" ON "convite_senha"("hash");
