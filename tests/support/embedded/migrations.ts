import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** Adds a migration to the folder, or overwrites it. Returns the folder. */
export function writeMigration(folder: string, name: string, script: string): string {
  mkdirSync(join(folder, name), { recursive: true })
  writeFileSync(join(folder, name, 'migration.sql'), script)
  return folder
}

/**
 * A migration with semicolons inside a function's body, a trigger and an extension: it must run as one script, not be
 * split at `;`.
 */
export const FUNCTION_AND_TRIGGER = `
CREATE EXTENSION IF NOT EXISTS pg_trgm;
CREATE TABLE nota (id serial PRIMARY KEY, texto text NOT NULL, busca text);
CREATE FUNCTION fill_busca() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.busca := translate(lower(NEW.texto), 'çã', 'ca'); -- one; two;
  RETURN NEW;
END;
$$;
CREATE TRIGGER nota_busca BEFORE INSERT ON nota FOR EACH ROW EXECUTE FUNCTION fill_busca();
CREATE INDEX nota_busca_idx ON nota USING gin (busca gin_trgm_ops);
SELECT pg_sleep(0.2);
`
