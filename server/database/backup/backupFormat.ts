import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { createGunzip } from 'node:zlib'
import * as z from 'zod'
import { OperatorError } from '../../errors.ts'

/**
 * A backup is text of lines, compressed with gzip. Lines that begin with # are the backup's own; each other line is one
 * row as PostgreSQL itself writes it in JSON. First the head, then each table with its rows, last the end, with the
 * SHA-256 of every line before it, which shows that a file was cut short or changed.
 */
export const formatVersion = 1

export const head = z.object({
  formato: z.literal('alo-backup'),
  versao: z.int().positive(),
  alo: z.string(),
  criado_em: z.iso.datetime(),
  migracoes: z.array(z.string()),
  /** Ids of the keys that its service passwords are sealed with; the backup does not hold the keys themselves. */
  chaves: z.array(z.string()).default([]),
})
export type Head = z.output<typeof head>

export const tableLine = z.object({ tabela: z.string(), colunas: z.array(z.string()) })
export const endLine = z.object({
  linhas: z.record(z.string(), z.int().nonnegative()),
  contadores: z.record(z.string(), z.string().regex(/^\d+$/)),
  sha256: z.hex(),
})
export type End = z.infer<typeof endLine>

export const ownLine = (facts: object) => `#${JSON.stringify(facts)}`

export const checksum = () => createHash('sha256')

/**
 * The lines of the text, without their line breaks. Text after the last line break is a line of its own unless empty.
 * @throws OperatorError for what is not UTF-8
 */
export async function* linesOf(pieces: AsyncIterable<Buffer>): AsyncGenerator<string, undefined> {
  const decoder = new TextDecoder('utf-8', { fatal: true })
  let rest = ''
  for await (const piece of pieces) {
    const lines = (rest + decoded(decoder, piece)).split('\n')
    rest = lines.pop() ?? ''
    yield* lines
  }
  rest += decoded(decoder)
  if (rest !== '') yield rest
}

/** The text of the next piece. Without a piece, it checks that no character is left incomplete. */
function decoded(decoder: TextDecoder, piece?: Buffer): string {
  try {
    return decoder.decode(piece, { stream: piece !== undefined })
  } catch {
    throw new OperatorError('The file is damaged: it is not UTF-8 text. Take another backup.')
  }
}

/**
 * Parses one of the backup's own lines; errors name it as `what`. @throws OperatorError when it is missing or malformed
 */
export function readOwn<T>(schema: z.ZodType<T>, line: string | undefined, what: string): T {
  if (!line?.startsWith('#')) throw new OperatorError(`The file is damaged: ${what} is missing. Take another backup.`)
  try {
    return schema.parse(JSON.parse(line.slice(1)))
  } catch {
    throw new OperatorError(`The file is damaged: ${what} cannot be read. Take another backup.`)
  }
}

/** Far more than a compressed head needs. */
const headBytes = 64 * 1024

/** When the backup was made, according to its head; null for a file that is no backup or cannot be read. */
export async function backupDate(path: string): Promise<Date | null> {
  const file = createReadStream(path, { end: headBytes - 1 })
  const text = createGunzip()
  // Passes the error on to the reader of `text`.
  file.on('error', (error) => text.destroy(error))
  try {
    for await (const line of linesOf(file.pipe(text))) return new Date(readOwn(head, line, 'its head').criado_em)
    return null
  } catch {
    return null
  } finally {
    file.destroy()
  }
}
