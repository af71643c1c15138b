/** A telephone number taken apart. `assinante` is as it was written: the ninth digit is not added here. */
export type Telefone =
  | { tipo: 'nacional'; ddd: string; assinante: string }
  | { tipo: 'local'; assinante: string }
  /** 0300, 0500, 0800 and 0900 numbers, with their leading zero. */
  | { tipo: 'nao_geografico'; numero: string }
  /** National numbers dialled without an area code: 4004-xxxx, 3003-xxxx and their kin. */
  | { tipo: 'unico'; numero: string }
  /** Extensions and services: 3 to 7 digits. */
  | { tipo: 'curto'; numero: string }
  /** Country code and number, without the plus. */
  | { tipo: 'estrangeiro'; numero: string }
  /** Digits that no rule explains. */
  | { tipo: 'desconhecido'; numero: string }

const codigos =
  '11 12 13 14 15 16 17 18 19 21 22 24 27 28 31 32 33 34 35 37 38 41 42 43 44 45 46 47 48 49 51 53 54 55 ' +
  '61 62 63 64 65 66 67 68 69 71 73 74 75 77 79 81 82 83 84 85 86 87 88 89 91 92 93 94 95 96 97 98 99'

const ddds: ReadonlySet<string> = new Set(codigos.split(' '))

/** Whether ANATEL assigns this two-digit area code; 20, 23, 25, 80, 90 and the like are not assigned. */
export function isDdd(text: string): boolean {
  return ddds.has(text)
}

const maxDigits = 20
const e164Digits = 15

/**
 * Takes one number apart: written with or without +55, 0055, 55, trunk 0, carrier code (0XX) or collect prefix (90XX),
 * in any punctuation. Null when there is no number in it (letters, fewer than 3 digits, only zeros, over 20 digits).
 * An area code of 55 wins over a country code wherever the length leaves both open: '55999912222' is Santa Maria, RS.
 */
export function parseTelefone(texto: string): Telefone | null {
  if (/\p{L}/u.test(texto)) return null
  const digitos = texto.replace(/\D/g, '')
  if (digitos.length < 3 || digitos.length > maxDigits || /^0+$/.test(digitos)) return null
  const plus = /^\D*\+/.test(texto) && !digitos.startsWith('0')
  if (plus) return parseInternational(digitos)
  if (digitos.length <= 7) return { tipo: 'curto', numero: digitos }
  if (/^00[1-9]/.test(digitos)) return parseInternational(digitos.slice(2))
  return parseDomestic(digitos) ?? { tipo: 'desconhecido', numero: digitos }
}

/** Digits after a plus or 00. What follows a 55 is read as a Brazilian number; if it is none, all is `estrangeiro`. */
function parseInternational(digitos: string): Telefone {
  if (!digitos.startsWith('55')) {
    return { tipo: digitos.length > e164Digits ? 'desconhecido' : 'estrangeiro', numero: digitos }
  }
  const resto = digitos.slice(2)
  if (/^[1-9]\d{2,6}$/.test(resto)) return { tipo: 'curto', numero: resto }
  return parseDomestic(resto) ?? parseFreeCall(resto) ?? { tipo: 'estrangeiro', numero: digitos }
}

/** Numbers as dialled or shown inside Brazil, 8 digits and more. */
function parseDomestic(digitos: string): Telefone | null {
  return parsePlain(digitos) ?? parseTrunk(digitos) ?? parseCollect(digitos) ?? parseBareCountryCode(digitos)
}

function parsePlain(digitos: string): Telefone | null {
  if (/^0[3589]00\d{6,7}$/.test(digitos)) return { tipo: 'nao_geografico', numero: digitos }
  if (/^[3589]00\d{7}$/.test(digitos)) return { tipo: 'nao_geografico', numero: `0${digitos}` }
  if (/^([34]00\d|4020)\d{4}$/.test(digitos)) return { tipo: 'unico', numero: digitos }
  if (isAssinante(digitos)) return { tipo: 'local', assinante: digitos }
  return parseNational(digitos)
}

function parseNational(digitos: string): Telefone | null {
  const [ddd, assinante] = [digitos.slice(0, 2), digitos.slice(2)]
  return isDdd(ddd) && isAssinante(assinante) ? { tipo: 'nacional', ddd, assinante } : null
}

/** Eight digits, or a mobile's nine: no subscriber number begins with 0 or 1. */
function isAssinante(digitos: string): boolean {
  return /^([2-9]\d{7}|9\d{8})$/.test(digitos)
}

/** 0 + DDD + number, 0 + carrier + DDD + number, or 0 + local number. */
function parseTrunk(digitos: string): Telefone | null {
  if (!digitos.startsWith('0')) return null
  const resto = digitos.slice(1)
  if (isAssinante(resto)) return { tipo: 'local', assinante: resto }
  return parseNational(resto) ?? (/^[1-9]\d/.test(resto) ? parseNational(resto.slice(2)) : null)
}

/** Collect calls: 90 + carrier + DDD + number, or 9090 + local number. 90 is nobody's area code. */
function parseCollect(digitos: string): Telefone | null {
  if (!digitos.startsWith('90')) return null
  const national = /^90[1-9]\d/.test(digitos) ? parseNational(digitos.slice(4)) : null
  if (national) return national
  const local = digitos.slice(4)
  return digitos.startsWith('9090') && isAssinante(local) ? { tipo: 'local', assinante: local } : null
}

/** 55 without a plus counts as the country code only before a whole national number. */
function parseBareCountryCode(digitos: string): Telefone | null {
  if (!digitos.startsWith('55') || digitos.length < 12) return null
  const resto = digitos.slice(2)
  return parseNational(resto) ?? parseTrunk(resto) ?? (/^0?[3589]00\d{7}$/.test(resto) ? parsePlain(resto) : null)
}

/** The old 0800 with six digits, written internationally: +55 800 12 3456. */
function parseFreeCall(digitos: string): Telefone | null {
  return /^[3589]00\d{6}$/.test(digitos) ? { tipo: 'nao_geografico', numero: `0${digitos}` } : null
}
