/** spec: Endpoints 4, `valor`; docs/interface.md: Billing event. Inside, money is whole cents; no sum has fractions. */

/** R$ 9,999,999.99 */
export const maxCentavos = 999_999_999

type ReadValor = { centavos: number; mistake?: undefined } | { centavos?: undefined; mistake: string }

const refused = (mistake: string): ReadValor => ({ mistake })

/**
 * Exact cents of an amount on the wire: a JSON number, judged by its shortest decimal text (10.3 is ten reais and thirty,
 * 10.305 is refused, never rounded), or a string with a point. Else a pt-BR predicate that says what is wrong.
 */
export function readValor(value: unknown): ReadValor {
  if (typeof value === 'number' && Number.isFinite(value)) {
    if (value <= 0) return refused('deve ser maior que zero')
    if (value > maxCentavos / 100) return refused(tooBig)
    // Below this JavaScript writes the number with an exponent; it has too many decimals anyway.
    if (value < 1e-6) return refused(tooFine)
  } else if (typeof value !== 'string') return refused(notANumber)
  const text = String(value)
  if (/^\d[\d.]*,\d+$/.test(text)) return refused('deve usar ponto como separador decimal, sem milhar, como 1234.56')
  const [, sign, whole = '', fraction = ''] = /^(-?)0*(\d{1,40})(?:\.(\d{1,40}))?$/.exec(text) ?? []
  if (sign === undefined) return refused(notANumber)
  if (sign === '-' || /^0*$/.test(whole + fraction)) return refused('deve ser maior que zero')
  if (fraction.length > 2) return refused(tooFine)
  if (whole.length > 7) return refused(tooBig)
  return { centavos: Number(whole) * 100 + Number(fraction.padEnd(2, '0')) }
}

const notANumber = 'deve ser um número com no máximo duas casas decimais, com ponto, como 10.30'
const tooFine = 'deve ter no máximo duas casas decimais'
const tooBig = 'deve ser no máximo 9999999.99'

/** Formats cents as `1234.56`, the form of the total in `msg`: a point, two decimals, no thousands separator. */
export function formatValor(centavos: number): string {
  const digits = String(Math.abs(centavos)).padStart(3, '0')
  return `${centavos < 0 ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`
}

/**
 * The wire's text of an amount typed the Brazilian way (`10,30`, `1.234,56`, `1234`, `R$ 5`); null when it is not one.
 * A lone point is a thousands separator only before exactly three digits, so `10.30` is refused rather than guessed at.
 */
export function readReais(typed: string): string | null {
  const text = typed.replace(/^\s*R\$/i, '').trim()
  const match = /^(\d{1,3}(?:\.\d{3})+|\d+)(?:,(\d{1,2}))?$/.exec(text)
  if (!match) return null
  const [, whole = '', fraction] = match
  return whole.replaceAll('.', '') + (fraction === undefined ? '' : `.${fraction}`)
}
