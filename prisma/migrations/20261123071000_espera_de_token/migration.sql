-- What Prisma's schema cannot say ------------------------------------------------------------------------------------

-- A process that asks for a token again and again believes it for 50 ms (server/acesso/recognizeToken.ts), unless
-- somebody holds this lock. Whoever takes a right from a token waits until nobody can believe the old one any more: the
-- commit comes after it, and so the very next request is refused, in every process.
CREATE FUNCTION await_token_leases() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_advisory_xact_lock(hashtext('alo_tokens'));
  PERFORM pg_sleep(0.1);
  RETURN NULL;
END $$;
CREATE TRIGGER token_leases BEFORE UPDATE OF hash, escopos, redes, expira_em, revogado_em OR DELETE ON token FOR EACH STATEMENT EXECUTE FUNCTION await_token_leases();
