-- Databases of before have this function with SET, which only a superuser may make: nobody else could load their dump.
CREATE OR REPLACE FUNCTION esquecer_auditoria(antes timestamptz, quantos int) RETURNS int LANGUAGE plpgsql AS $$
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
