import { isDdd, parseTelefone, type Telefone } from './parse.ts'

/**
 * Search keys of what stands in a telephone field: two spellings of one number have the same key, two different
 * numbers never do. One key for each number in the field, none when there is no number in it. Keys are idempotent:
 * the key of a key is that key.
 *
 * - Brazilian with area code: DDD and number, a mobile with its ninth digit ('37999912222').
 * - Without area code: completed with `dddPadrao`, else the local number ('999912222'), which matches only its like.
 * - Foreign: '+' and the digits. 0800, 4004 and extensions: themselves.
 *
 * docs/interface.md: Phone matching.
 */
export function chavesTelefone(numero: string, dddPadrao?: string): string[] {
  const chavesOf = (telefones: Telefone[]) => [...new Set(telefones.map((each) => chaveTelefone(each, dddPadrao)))]
  const partes = numero.split(/[\p{L}/;,|]+/u)
  if (partes.length === 1) return chavesOf(telefonesOf(numero))
  const joined = numero.replace(dddApart, (all, before, ddd) => (isDdd(ddd) ? `${before} ` : all))
  if (joined !== numero) return chavesTelefone(joined, dddPadrao)
  // A field with words or several numbers in it ("37 99991-2222 (Maria) / 3221-1234") counts only whole numbers.
  return chavesOf(partes.flatMap(telefonesOf).filter(isWhole))
}

/** The numbers of a text without words: one as a rule, or several that stand in a row. */
function telefonesOf(texto: string): Telefone[] {
  const telefone = parseTelefone(texto)
  if (telefone && isWhole(telefone)) return [telefone]
  const row = readRow(texto)
  return row.length > 0 || !telefone ? row : [telefone]
}

/** No field has more numbers than fit into so many pieces. */
const maxPieces = 24

/** Whole numbers with blanks and signs between them ("37 99991-2222 - 37 3221-1234"), if they can be read in one way only. */
function readRow(texto: string): Telefone[] {
  const pieces = texto.match(/\+?\d[\d.-]*/g) ?? []
  const [reading = [], other] = pieces.length > maxPieces ? [] : readings(pieces)
  return other ? [] : reading
}

function* readings(pieces: string[]): Generator<Telefone[]> {
  if (pieces.length === 0) yield []
  for (let end = 1; end <= pieces.length && !(end > 1 && pieces[end - 1]?.startsWith('+')); end++) {
    const telefone = parseTelefone(pieces.slice(0, end).join(' '))
    // +55 and what is no Brazilian number counts as a foreign one, but not beside another number.
    const isOne =
      telefone && isWhole(telefone) && !(telefone.tipo === 'estrangeiro' && telefone.numero.startsWith('55'))
    if (isOne) for (const rest of readings(pieces.slice(end))) yield [telefone, ...rest]
  }
}

/**
 * An area code that is set apart from its number, where a number begins: "37/3221-1234", "0xx37 | 3221-1234". Every
 * repetition is bounded: a field may be megabytes long.
 */
const dddApart =
  /((?:^|[;,])[^\p{L}\d;,]{0,8}(?:\+?55[\s/|]{1,3})?(?:0(?:xx)?)?\(?(\d{2})\)?)\s{0,3}[/|]\s{0,3}(?=(?:9[\s.-]?)?\d{4}[\s.-]?\d{4}(?!\d))/giu

function isWhole(telefone: Telefone): boolean {
  return telefone.tipo !== 'curto' && telefone.tipo !== 'desconhecido'
}

/** Whether these digits are a whole telephone number: no extension, and not digits that no rule explains. */
export function isWholeTelefone(digitos: string): boolean {
  const telefone = parseTelefone(digitos)
  return telefone !== null && isWhole(telefone)
}

/** The search key of a number taken apart. */
export function chaveTelefone(telefone: Telefone, dddPadrao: string | undefined): string {
  const ddd = dddPadrao && isDdd(dddPadrao) ? dddPadrao : undefined
  switch (telefone.tipo) {
    case 'nacional':
      return telefone.ddd + withNinthDigit(telefone.assinante)
    case 'local':
      return (ddd ?? '') + withNinthDigit(telefone.assinante)
    case 'estrangeiro':
      return `+${telefone.numero}`
    default:
      return telefone.numero
  }
}

/** Mobile numbers are those whose eight digits begin with 6 to 9; landlines (2 to 5) never gain a digit. */
function withNinthDigit(assinante: string): string {
  return /^[6-9]\d{7}$/.test(assinante) ? `9${assinante}` : assinante
}
