/** The last sequence number of a day. */
export const maxSequencia = 999_999

/** More tickets in one day than a protocol number can count. */
export class ProtocoloEsgotadoError extends Error {
  constructor(dia: string, sequencia: number) {
    super(`No protocol number ${sequencia} for ${dia}: the daily sequence runs from 1 to ${maxSequencia}`)
    this.name = 'ProtocoloEsgotadoError'
  }
}

/**
 * The protocol number: AAAAMMDD and six digits of the day's sequence, digits only (docs/interface.md: Protocol).
 * `dia` is `YYYY-MM-DD` in the desk's zone. Throws ProtocoloEsgotadoError outside 1 to 999999.
 */
export function makeProtocolo(dia: string, sequencia: number): string {
  if (!/^\d{4}-\d\d-\d\d$/.test(dia)) throw new TypeError(`Not a day (YYYY-MM-DD): ${dia}`)
  if (!Number.isInteger(sequencia) || sequencia < 1 || sequencia > maxSequencia) {
    throw new ProtocoloEsgotadoError(dia, sequencia)
  }
  return dia.replaceAll('-', '') + String(sequencia).padStart(6, '0')
}

/** '2026 1120 000 123': groups for reading aloud. Anything but 14 digits is left as it is. */
export function formatProtocolo(protocolo: string): string {
  return protocolo.replace(/^(\d{4})(\d{4})(\d{3})(\d{3})$/, '$1 $2 $3 $4')
}

const digitsOfProtocolo = 14

/**
 * The first and the last protocol number that begin with the typed digits, grouped or not; the same one twice when all
 * 14 were typed. Null when the text is no protocol number or has fewer than `least` digits: a year alone would match
 * half of all tickets.
 */
export function protocolosOf(texto: string, least: number): [first: string, last: string] | null {
  const digitos = texto.replace(/[\s.-]/g, '')
  if (!/^2\d+$/.test(digitos) || digitos.length < least || digitos.length > digitsOfProtocolo) return null
  return [digitos.padEnd(digitsOfProtocolo, '0'), digitos.padEnd(digitsOfProtocolo, '9')]
}
