-- The record only ever grows, but for what is older than its retention: this function is the one way to take that out, and
-- whatever it is asked, it leaves the last 365 days alone. Elsewhere DELETE is refused as before, and so are UPDATE and
-- TRUNCATE everywhere.
CREATE FUNCTION refuse_change_of_auditoria() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' AND current_setting('alo.esquecer_auditoria', true) = 'on' THEN
    RETURN NULL;
  END IF;
  RAISE EXCEPTION '% is append-only: % is refused', TG_TABLE_NAME, TG_OP USING ERRCODE = 'restrict_violation';
END $$;

-- At most so many of the oldest entries at once; ids grow with time, so that only these are looked at.
CREATE FUNCTION esquecer_auditoria(antes timestamptz, quantos int) RETURNS int LANGUAGE plpgsql AS $$
DECLARE
  esquecidos int;
BEGIN
  -- Here, since only a superuser may make a function with SET.
  PERFORM set_config('alo.esquecer_auditoria', 'on', true);
  DELETE FROM auditoria
  WHERE id IN (SELECT id FROM auditoria ORDER BY id LIMIT quantos)
    AND quando < least(antes, now() - interval '365 days');
  GET DIAGNOSTICS esquecidos = ROW_COUNT;
  PERFORM set_config('alo.esquecer_auditoria', '', true);
  RETURN esquecidos;
END $$;

DROP TRIGGER auditoria_append_only ON auditoria;
CREATE TRIGGER auditoria_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON auditoria FOR EACH STATEMENT EXECUTE FUNCTION refuse_change_of_auditoria();
