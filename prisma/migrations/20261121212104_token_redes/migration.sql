-- AlterTable
ALTER TABLE "token" ADD COLUMN     "redes" TEXT[] DEFAULT ARRAY[]::TEXT[],
ADD COLUMN     "ultimo_ip" TEXT;

-- What Prisma's schema cannot say ------------------------------------------------------------------------------------

-- Processes remember unknown tokens too: a new one is announced, and so is a change of the networks it may come from.
CREATE OR REPLACE FUNCTION announce_access() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('alo_acesso', TG_TABLE_NAME || ':' || coalesce(NEW.id, OLD.id));
  RETURN NULL;
END $$;
DROP TRIGGER token_announce ON token;
CREATE TRIGGER token_announce AFTER INSERT OR UPDATE OF escopos, redes, expira_em, revogado_em OR DELETE ON token FOR EACH ROW EXECUTE FUNCTION announce_access();
