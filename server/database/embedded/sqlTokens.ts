/** A word (folded as PostgreSQL does unless quoted), a literal's inside, or one character of anything else. */
export type Token = { kind: 'word' | 'literal' | 'sign'; text: string; start: number; end: number }

const next =
  /\s+|--[^\n]*|([eE]?)'|(")|(\$(?:[a-zA-Z_\x80-\xff][\w\x80-\xff]*)?\$)|(\/\*)|([a-zA-Z_\x80-\xff][\w$\x80-\xff]*)|\d[\w.]*|\$\d+|[\s\S]/y

/**
 * Cuts SQL into statements of tokens, at every semicolon that stands in no literal, name or comment. The text is one
 * character a byte (latin1), so that places in it are places in the message.
 */
export function statementsOf(sql: string): Token[][] {
  const statements: Token[][] = [[]]
  let at = 0
  const add = (kind: Token['kind'], text: string, start: number, end: number) => {
    statements.at(-1)?.push({ kind, text, start, end })
    at = end
  }
  while (at < sql.length) {
    next.lastIndex = at
    const [found = '', escapes, quoted, dollar, comment, word] = next.exec(sql) ?? []
    const start = at
    const after = at + found.length
    if (escapes !== undefined) {
      const end = endOfQuoted(sql, after, "'", escapes !== '')
      add('literal', sql.slice(after, end - 1), start, end)
    } else if (quoted) {
      const end = endOfQuoted(sql, after, '"', false)
      add('word', sql.slice(after, end - 1).replaceAll('""', '"'), start, end)
    } else if (dollar) {
      const closed = sql.indexOf(dollar, after)
      const end = closed < 0 ? sql.length : closed
      add('literal', sql.slice(after, end), start, Math.min(end + dollar.length, sql.length))
    } else if (comment) {
      at = endOfComment(sql, after)
    } else if (word) {
      add('word', fold(word), start, after)
    } else if (found === ';') {
      if (statements.at(-1)?.length) statements.push([])
      at = after
    } else if (found.length === 1 && found.trim()) {
      add('sign', found, start, after)
    } else {
      at = after
    }
  }
  return statements.filter((statement) => statement.length > 0)
}

// Only what ASCII has: the bytes of a longer character are left alone.
const fold = (word: string) => word.replace(/[A-Z]/g, (letter) => letter.toLowerCase())

function endOfQuoted(sql: string, from: number, quote: string, escapes: boolean): number {
  for (let at = from; at < sql.length; at++) {
    if (escapes && sql[at] === '\\') at++
    else if (sql[at] === quote && sql[at + 1] === quote) at++
    else if (sql[at] === quote) return at + 1
  }
  return sql.length + 1
}

// Comments stand in one another.
function endOfComment(sql: string, from: number): number {
  let depth = 1
  for (let at = from; at < sql.length; at++) {
    const two = sql.slice(at, at + 2)
    if (two === '/*') depth++
    if (two === '*/') depth--
    if (two === '/*' || two === '*/') at++
    if (depth === 0) return at + 1
  }
  return sql.length
}
