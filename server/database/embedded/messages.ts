// The few things of PostgreSQL's wire protocol (version 3) that sharing one backend among many clients asks for.
// A message is one type byte, a length of four bytes that counts itself, and the body; only the first has no type byte.

const byte = (letter: string) => letter.charCodeAt(0)

export const STARTUP = 0
export const [PARSE, BIND, DESCRIBE, EXECUTE, CLOSE] = [byte('P'), byte('B'), byte('D'), byte('E'), byte('C')]
export const [FLUSH, SYNC, QUERY, FUNCTION, TERMINATE] = [byte('H'), byte('S'), byte('Q'), byte('F'), byte('X')]
const [NOTIFICATION, STATEMENT] = [byte('A'), byte('S')]
const [ERROR, PARAMETER, READY, ROW] = [byte('E'), byte('S'), byte('Z'), byte('D')]
const HEADER = 5

/** Ends a client's turn; what was done outside of a transaction is committed. */
export const SYNC_MESSAGE = Buffer.from([SYNC, 0, 0, 0, 4])

const PROTOCOL = 196_608
/** Without those of a COPY FROM STDIN, which is refused. */
const anyType = new Set([PARSE, BIND, DESCRIBE, EXECUTE, CLOSE, FLUSH, SYNC, QUERY, FUNCTION, TERMINATE])

/**
 * Whether a message is one of the protocol's, with its length and as many texts as its type begins with. What is not would
 * be PostgreSQL's own end, and so that of all clients. `first`: the client has said nothing before.
 */
export function isSound(message: Buffer, first: boolean): boolean {
  if (first) return isStartup(message)
  const type = message[0] ?? STARTUP
  if (!anyType.has(type) || message.length < HEADER || message.readInt32BE(1) !== message.length - 1) return false
  if (type === SYNC || type === FLUSH || type === TERMINATE) return message.length === HEADER
  const textEnds = (from: number) => message.indexOf(0, from) + 1
  if (type === QUERY) return textEnds(HEADER) === message.length
  if (type === PARSE || type === BIND) return textEnds(HEADER) > 0 && textEnds(textEnds(HEADER)) > 0
  if (type === DESCRIBE || type === CLOSE) return textEnds(HEADER + 1) === message.length
  return type !== EXECUTE || textEnds(HEADER) > 0
}

// Pairs of texts, and an empty one at the end.
function isStartup(message: Buffer): boolean {
  if (message.length < 9 || message.readInt32BE(0) !== message.length || message.readInt32BE(4) !== PROTOCOL)
    return false
  if (message.at(-1) !== 0) return false
  const texts = message.toString('latin1', 8, message.length - 1).split('\0')
  return texts.pop() === '' && texts.length % 2 === 0 && !texts.some((text, at) => at % 2 === 0 && text === '')
}

/** The same message with its prepared statement's name (not the unnamed one's) put through `rename`. */
export function renameStatement(message: Buffer, rename: (name: string) => string): Buffer {
  const type = message[0]
  if (type === PARSE) return replaceName(message, HEADER, rename)
  if (type === BIND) return replaceName(message, message.indexOf(0, HEADER) + 1, rename)
  const namesStatement = (type === DESCRIBE || type === CLOSE) && message[HEADER] === STATEMENT
  return namesStatement ? replaceName(message, HEADER + 1, rename) : message
}

function replaceName(message: Buffer, start: number, rename: (name: string) => string): Buffer {
  const end = message.indexOf(0, start)
  if (end === start) return message
  const name = Buffer.from(rename(message.toString('utf8', start, end)))
  const renamed = Buffer.concat([message.subarray(0, start), name, message.subarray(end)])
  renamed.writeInt32BE(renamed.length - 1, 1)
  return renamed
}

/** The messages that forget a prepared statement; no error when there is none. */
export function closeStatement(name: string): Buffer {
  const body = Buffer.from(`S${name}\0`)
  const close = Buffer.alloc(HEADER + body.length)
  close.writeUInt8(CLOSE, 0)
  close.writeInt32BE(4 + body.length, 1)
  body.copy(close, HEADER)
  return Buffer.concat([close, SYNC_MESSAGE])
}

const sqlStart = (message: Buffer) => (message[0] === PARSE ? message.indexOf(0, HEADER) + 1 : HEADER)

/** The SQL of a Query or a Parse, one character a byte. */
export function sqlOf(message: Buffer): string {
  const start = sqlStart(message)
  return message.toString('latin1', start, message.indexOf(0, start))
}

/** The same message with pieces of its SQL replaced; places are those in `sqlOf`, in ascending order. */
export function replaceInSql(message: Buffer, pieces: { start: number; end: number; by: string }[]): Buffer {
  const sql = sqlStart(message)
  const parts: Buffer[] = []
  let from = 0
  for (const { start, end, by } of pieces) {
    parts.push(message.subarray(from, sql + start), Buffer.from(by))
    from = sql + end
  }
  const replaced = Buffer.concat([...parts, message.subarray(from)])
  replaced.writeInt32BE(replaced.length - 1, 1)
  return replaced
}

/** A message of that type around a text. */
export function textMessage(type: 'Q' | 'C', text: string): Buffer {
  const message = Buffer.from(`${type}....${text}\0`)
  message.writeInt32BE(message.length - 1, 1)
  return message
}

/** What fails with that sentence in the extended protocol; its client goes on with the Sync or Flush that follows. */
export function failingStatement(raise: string): Buffer {
  const parse = Buffer.from(`P....\0${raise}\0\0\0`)
  parse.writeInt32BE(parse.length - 1, 1)
  return Buffer.concat([parse, Buffer.from('B\0\0\0\x0c\0\0\0\0\0\0\0\0E\0\0\0\x09\0\0\0\0\0', 'latin1')])
}

/** Whether an error is among the messages, which are whole. */
export const hasError = (messages: Buffer) => [...eachMessage(messages)].some((message) => message[0] === ERROR)

/** Those of the messages that stay when a client is told that it is done: its parameters, and how its transaction stands. */
export function reportsOf(messages: Buffer): { parameters: Buffer; ready: Buffer } {
  const all = [...eachMessage(messages)]
  return {
    parameters: Buffer.concat(all.filter((message) => message[0] === PARAMETER)),
    ready: all.findLast((message) => message[0] === READY) ?? Buffer.alloc(0),
  }
}

/** How long the message is by which the backend says that it is ready. */
export const READY_BYTES = 6

/** Whether an answer's last bytes are those of a backend that is ready for whoever comes next. */
export function endsReady(bytes: Buffer): boolean {
  const at = bytes.length - READY_BYTES
  return at >= 0 && bytes[at] === READY && bytes.readInt32BE(at + 1) === READY_BYTES - 1
}

/** The first columns of the rows among the messages. */
export function firstColumns(messages: Buffer): string[] {
  return [...eachMessage(messages)]
    .filter((message) => message[0] === ROW)
    .map((row) => row.toString('utf8', HEADER + 6, HEADER + 6 + Math.max(0, row.readInt32BE(HEADER + 2))))
}

function* eachMessage(messages: Buffer): Iterable<Buffer> {
  for (let at = 0; at < messages.length; ) {
    const end = at + 1 + messages.readInt32BE(at + 1)
    yield messages.subarray(at, end)
    at = end
  }
}

/** The channel of a notification. */
export const channelOf = (notification: Buffer) =>
  notification.toString('utf8', HEADER + 4, notification.indexOf(0, HEADER + 4))

/**
 * Takes what the backend says in pieces of any size; passes everything on but notifications, which it hands over whole.
 * The pieces are only borrowed: whoever keeps one must copy it.
 */
export function notificationFilter(pass: (piece: Buffer) => void, notified: (message: Buffer) => void) {
  let kept: Buffer = Buffer.alloc(0) // a header or a notification that is not complete yet
  let running = 0 // bytes of a message passed on whose rest is still to come

  return (piece: Uint8Array) => {
    const fresh = Buffer.from(piece.buffer, piece.byteOffset, piece.byteLength)
    const data = kept.length > 0 ? Buffer.concat([kept, fresh]) : fresh
    let from = 0
    let at = Math.min(running, data.length)
    running -= at
    while (at < data.length) {
      if (data.length - at < HEADER) break
      const end = at + 1 + data.readInt32BE(at + 1)
      if (data[at] === NOTIFICATION) {
        if (end > data.length) break
        if (at > from) pass(data.subarray(from, at))
        notified(Buffer.from(data.subarray(at, end)))
        from = end
      } else if (end > data.length) {
        running = end - data.length
        at = data.length
        break
      }
      at = end
    }
    if (at > from) pass(data.subarray(from, at))
    kept = Buffer.from(data.subarray(at))
  }
}

/** What fails as a refused statement would: an error of the backend's own, so that a transaction it stands in is failed as by any other. */
export function refusalMessage(reason: string, lastType: number): Buffer {
  const raise = `DO $alo$ BEGIN RAISE EXCEPTION USING ERRCODE = 'feature_not_supported', MESSAGE = '${reason.replaceAll("'", "''")}'; END $alo$`
  if (lastType !== FLUSH) return textMessage('Q', raise)
  return Buffer.concat([failingStatement(raise), Buffer.from([FLUSH, 0, 0, 0, 4])])
}
