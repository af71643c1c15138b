import { hash } from 'node:crypto'
import { type Mistakes, mistakesOf } from '../../refusal.ts'
import { type ExportedCliente, importedClienteSchema } from '../wire/import.ts'

/** `emptied`: the text fields that were null or missing in the file and have become empty texts. */
type Judged = { record: ExportedCliente; emptied: readonly string[] } | { repeated: true } | { mistakes: Mistakes }

/**
 * `ordinal`: the record's number in the file, from 1, since a list may stand on one line. `id_cliente`: if readable.
 */
export type Place = { line: number; ordinal: number; id_cliente?: number | undefined }

const missing = ({ input }: { input?: unknown }) => (input === undefined ? 'is missing' : undefined)

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null

/** Judges the records of one file: their form, and that none contradicts an earlier one. */
export class Judge {
  readonly #clientes = new Map<number, { line: number; ordinal: number; digest: string }>()
  readonly #catalogo = new Map<string, { id_cliente: number; line: number; text: string }>()

  judge(value: unknown, { line, ordinal }: Place): Judged {
    const parsed = importedClienteSchema.safeParse(value, { error: missing })
    if (!parsed.success) return { mistakes: mistakesOf(parsed.error, fieldOf) }
    const record = parsed.data
    const digest = hash('sha1', JSON.stringify(record), 'base64').slice(0, 16)
    const earlier = this.#clientes.get(record.id_cliente)
    if (earlier?.digest === digest) return { repeated: true }
    if (earlier)
      return {
        mistakes: { id_cliente: [`is record ${earlier.ordinal} (line ${earlier.line}) already, with other content`] },
      }
    const mistakes = this.#contradictions(record, line)
    if (mistakes) return { mistakes }
    this.#clientes.set(record.id_cliente, { line, ordinal, digest })
    return { record, emptied: emptiedIn(value, record) }
  }

  /** Records that tell one package or group differently are refused: which of them is right is not ours to choose. */
  #contradictions(record: ExportedCliente, line: number): Mistakes | null {
    const fresh = new Map<string, { id_cliente: number; line: number; text: string }>()
    const { id_cliente } = record
    const mistakes: Mistakes = {}
    const check = (key: string, item: object, field: string) => {
      const text = JSON.stringify(item)
      const known = this.#catalogo.get(key) ?? fresh.get(key)
      if (!known) fresh.set(key, { id_cliente, line, text })
      else if (known.text !== text)
        mistakes[field] = [`differs from what id_cliente ${known.id_cliente} (line ${known.line}) says of the same id`]
    }
    record.servicos.forEach((servico, at) => {
      servico.pacotes.forEach((item, place) => {
        check(`pacote ${item.id_pacote}`, item, `servicos[${at}].pacotes[${place}]`)
      })
      servico.grupos.forEach((item, place) => {
        check(`grupo ${item.id}`, item, `servicos[${at}].grupos[${place}]`)
      })
    })
    if (Object.keys(mistakes).length > 0) return mistakes
    for (const [key, item] of fresh) this.#catalogo.set(key, item)
    return null
  }
}

function emptiedIn(given: unknown, taken: unknown, field = '', found: string[] = []): string[] {
  if (taken === '' && typeof given !== 'string') found.push(field)
  if (!isObject(taken)) return found
  for (const name of Object.keys(taken)) {
    const own = isObject(given) ? given[name] : undefined
    emptiedIn(own, taken[name], Array.isArray(taken) ? field : field ? `${field}.${name}` : name, found)
  }
  return found
}

const fieldOf = (path: PropertyKey[]) =>
  path.reduce<string>(
    (text, part) => (typeof part === 'number' ? `${text}[${part}]` : text ? `${text}.${String(part)}` : String(part)),
    '',
  ) || 'registro'
