import { statementsOf, type Token } from './sqlTokens.ts'

/** A name in the text that stands for something else in the one session that all share. */
export type Rename = { start: number; end: number } & ({ statement: string } | { is: 'nobody' | 'user' | 'set' })

/** What a text would do to the session of whoever sends it, as far as the text says so. */
export type SessionUse = {
  /** It may change settings or the role, and these names of settings are its own inventions (`app.user`). */
  settings: boolean
  inventions: string[]
  /** Why it cannot be done where all clients share one session. */
  refusal: string | null
  listens: string[]
  unlistens: (string | null)[]
  renames: Rename[]
  /** The one statement of the text forgets what the client has. */
  forgets: 'DISCARD ALL' | 'DEALLOCATE ALL' | null
}

// Nearly all that a desk says: one statement that begins so, without any of the words that may mean more.
const plain = /^\s*(?:select|insert|update|delete|with|begin|commit|rollback|savepoint|release|values)\b[^;]*;?\s*$/i
const suspect = /set_config|pg_settings|advisory_|temp|_backend\b|\binto\b.*\bstdin\b/i

/** Undefined for a text that leaves the session as it is. One character of the text is one byte. */
export function sessionUseOf(sql: string): SessionUse | undefined {
  if (plain.test(sql) && !suspect.test(sql)) return undefined
  const statements = statementsOf(sql)
  const use: SessionUse = {
    settings: false,
    inventions: [],
    refusal: null,
    listens: [],
    unlistens: [],
    renames: [],
    forgets: null,
  }
  for (const statement of statements) judge(statement, statements.length === 1, use)
  if (use.settings) use.inventions = [...new Set(sql.match(/[a-z_][\w$]*\.[a-z_][\w$]*/gi))]
  return use
}

function judge(statement: Token[], alone: boolean, use: SessionUse): void {
  const words = statement.map(({ kind, text }) => (kind === 'word' ? text : ''))
  const [first = ''] = words
  use.refusal ??= refusalOf(statement, words)
  if (
    settingWords.has(first) ||
    words.includes('set_config') ||
    (first === 'update' && words.includes('pg_settings'))
  ) {
    use.settings = true
  }
  const second = statement[1]
  if (first === 'listen' && second) use.listens.push(second.text)
  if (first === 'unlisten' && second) {
    use.unlistens.push(second.kind === 'word' ? second.text : null)
    use.renames.push({ start: second.start, end: second.end, is: 'nobody' })
  }
  if (words[1] === 'session' && words[2] === 'authorization') use.renames.push(...resetUser(statement, words))
  const forgets = forgetsAll(words)
  if (forgets && alone) use.forgets = forgets
  else if (forgets) use.refusal ??= `${forgets} must be sent alone`
  else for (const name of namedStatements(statement, words)) use.renames.push(name)
}

/** What runs anything may set anything. */
const settingWords = new Set(['set', 'reset', 'do', 'call', 'execute', 'load', 'discard'])

const sharing = 'the embedded database has one session for all of its clients'
const refusals = {
  advisory: `${sharing}: a session's advisory locks would hold nobody off. Use pg_advisory_xact_lock in a transaction`,
  temporary: `${sharing}: a temporary table must be created with ON COMMIT DROP`,
  copy: `${sharing} and takes no COPY FROM STDIN. Use INSERT`,
  hold: `${sharing}: a cursor WITH HOLD is refused. Read it within its transaction`,
  backend: `${sharing}: ending it would end them all`,
  body: `${sharing}: a body must not change it. Use SET LOCAL, set_config(…, true), transaction locks, and tables ON COMMIT DROP`,
}
const bodyOf = new Set(['do', 'create'])
const inBody =
  /\bpg_(?:try_)?advisory_(?:un)?lock|\b(?:discard|deallocate|unlisten|listen)\s|\b(?:create|replace|into|local|global)\s+temp(?:orary)?\b(?!.*on\s+commit\s+drop)/is
// A body that DO runs is over when its settings are looked at; a function's is called from anywhere.
const settingInBody =
  /\bset_config\s*\((?:[^()]|\([^()]*\))*,\s*(?:false|'f\w*')\s*\)|(?:^|;|\bbegin|\bthen|\belse|\bloop)\s*set\s+(?!local\b|constraints\b|transaction\b)/i

function refusalOf(statement: Token[], words: string[]): string | null {
  const [first = ''] = words
  const follows = (...wanted: string[]) => words.some((_, at) => wanted.every((word, n) => words[at + n] === word))
  if (words.some((word) => /^pg_(?:try_)?advisory_(?:un)?lock/.test(word))) return refusals.advisory
  if (words.some((word) => word === 'pg_terminate_backend' || word === 'pg_cancel_backend')) return refusals.backend
  if (isTemporary(words, statement) && !follows('on', 'commit', 'drop')) return refusals.temporary
  if (first === 'copy' && follows('from', 'stdin')) return refusals.copy
  if (first === 'declare' && follows('with', 'hold')) return refusals.hold
  if (
    !bodyOf.has(first) ||
    (first === 'create' && !words.some((word) => word === 'function' || word === 'procedure'))
  ) {
    return null
  }
  const bodies = statement.filter(({ kind }) => kind === 'literal').map(({ text }) => text)
  if (bodies.some((body) => inBody.test(body))) return refusals.body
  return first === 'create' && bodies.some((body) => settingInBody.test(body)) ? refusals.body : null
}

function isTemporary(words: string[], statement: Token[]): boolean {
  return words.some((word, at) => {
    if (word === 'pg_temp') return statement[at + 1]?.text === '.'
    return /^temp(?:orary)?$/.test(word) && /^(?:create|replace|into|local|global)$/.test(words[at - 1] ?? '')
  })
}

function forgetsAll([first, second, third]: string[]): SessionUse['forgets'] {
  if (first === 'discard' && second === 'all') return 'DISCARD ALL'
  if (first !== 'deallocate') return null
  return second === 'all' || (second === 'prepare' && third === 'all') ? 'DEALLOCATE ALL' : null
}

// RESET SESSION AUTHORIZATION and SET SESSION AUTHORIZATION DEFAULT: of whom, a backend started alone does not know.
function resetUser([first, , authorization, user]: Token[], words: string[]): Rename[] {
  if (words[0] === 'set' && words[3] === 'default' && user) return [{ start: user.start, end: user.end, is: 'user' }]
  if (words[0] !== 'reset' || !first || !authorization) return []
  return [
    { start: first.start, end: first.end, is: 'set' },
    { start: authorization.end, end: authorization.end, is: 'user' },
  ]
}

// PREPARE name, DEALLOCATE [PREPARE] name, EXECUTE name, EXPLAIN … EXECUTE name, CREATE TABLE … AS EXECUTE name.
function namedStatements(statement: Token[], words: string[]): Rename[] {
  const [first, second] = words
  const after = (at: number): Rename[] => {
    const name = statement[at + 1]
    return name?.kind === 'word' ? [{ start: name.start, end: name.end, statement: name.text }] : []
  }
  if (first === 'prepare') return second === 'transaction' ? [] : after(0)
  if (first === 'deallocate') return after(second === 'prepare' && words[2] ? 1 : 0)
  if (first === 'execute') return after(0)
  const executes = first === 'explain' || first === 'create' ? words.indexOf('execute') : -1
  return executes > 0 && (first === 'explain' || words[executes - 1] === 'as') ? after(executes) : []
}
