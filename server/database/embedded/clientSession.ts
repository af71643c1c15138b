import type { Rename, SessionUse } from './sessionUse.ts'

const BASELINE_USER = 'postgres'

// A backend that was started alone does not know whom RESET SESSION AUTHORIZATION means.
const BASELINE_ROLE = `SET SESSION AUTHORIZATION '${BASELINE_USER}'; RESET ROLE`
/** What puts the one session back to how every client finds it. */
export const BASELINE = `${BASELINE_ROLE}; RESET ALL`

// Nobody listens here: what is sent to it is given back nothing, and answered as what it stands for.
const NOBODY = '"alo_nobody"'

const literal = (text: string) => `'${text.replaceAll("'", "''")}'`

/** What one client has in the one session: prepared statements, channels, and settings of its own. */
export class ClientSession {
  readonly #nextName: () => string
  readonly #statements = new Map<string, string>()
  readonly #channels = new Set<string>()
  readonly #inventions = new Set<string>()
  /** SQL that brings its settings back; empty for a client that has none. */
  saved = ''
  /** A named statement of its own may change settings each time that it is run. */
  #unforeseen = false

  constructor(nextName: () => string) {
    this.#nextName = nextName
  }

  get statements(): Iterable<string> {
    return this.#statements.values()
  }

  /** The name by which the one session knows this client's statement. */
  nameFor(name: string): string {
    const known = this.#statements.get(name)
    if (known) return known
    const fresh = this.#nextName()
    this.#statements.set(name, fresh)
    return fresh
  }

  forgetStatements(): void {
    this.#statements.clear()
  }

  hears(channel: string): boolean {
    return this.#channels.has(channel)
  }

  /** Notes what a text means for this client, and gives the pieces of it to be said otherwise. */
  note(use: SessionUse, isNamed: boolean): { start: number; end: number; by: string }[] {
    const name = (bytes: string) => Buffer.from(bytes, 'latin1').toString('utf8')
    for (const channel of use.listens) this.#channels.add(name(channel))
    for (const channel of use.unlistens) {
      if (channel === null) this.#channels.clear()
      else this.#channels.delete(name(channel))
    }
    for (const invention of use.inventions) this.#inventions.add(invention)
    if (use.settings && isNamed) this.#unforeseen = true
    return use.renames.map((rename) => ({ start: rename.start, end: rename.end, by: this.#renamed(rename, name) }))
  }

  get mayChangeUnforeseen(): boolean {
    return this.#unforeseen
  }

  /** As DISCARD ALL leaves a session. */
  discard(): void {
    this.#channels.clear()
    this.#inventions.clear()
    this.#unforeseen = false
    this.saved = ''
  }

  /** SQL whose rows, joined, are the SQL that brings this client's settings back, and which leaves the baseline. */
  get saving(): string {
    const inventions = [...this.#inventions].map(literal).join(', ')
    return `
SELECT CASE WHEN session_user <> '${BASELINE_USER}' THEN format('SET SESSION AUTHORIZATION %L;', session_user) END;
SELECT CASE WHEN current_setting('role') <> 'none' THEN format('SET ROLE %L;', current_setting('role')) END;
${BASELINE_ROLE};
WITH own AS (
  SELECT name, current_setting(name) AS value FROM pg_catalog.pg_settings
  WHERE source = 'session' AND name NOT LIKE 'transaction\\_%'
  UNION SELECT name, current_setting(name, true) FROM unnest(ARRAY[${inventions}]::text[]) AS name
  WHERE current_setting(name, true) <> ''
)
SELECT 'SELECT ' || string_agg(format('pg_catalog.set_config(%L, %L, false)', name, value), ', ') || ';' FROM own;
RESET ALL`
  }

  /** Takes the rows of `saving`: the settings are set while the role still may. */
  save([user = '', role = '', settings = '']: string[]): void {
    this.saved = settings + user + role
  }

  #renamed(rename: Rename, name: (bytes: string) => string): string {
    if ('statement' in rename) return this.nameFor(name(rename.statement))
    return { nobody: NOBODY, set: 'SET', user: ` '${BASELINE_USER}'` }[rename.is]
  }
}
