import { parsePhoneNumberFromString } from 'libphonenumber-js/min'
import { parseTelefone, type Telefone } from './parse.ts'

/** Shown in place of the telephone where a call or a customer has none. */
export const telefoneNaoInformado = 'número não informado'

/** An empty text, or the zeros that a PBX sends when the caller hides the number. */
const isNoNumber = (texto: string) => texto === '' || /^[0\s+()-]+$/.test(texto)

/**
 * A telephone as people read it: '(37) 99991-2222', '(37) 3221-1234', '0800 123 4567', '4004-1234',
 * '+1 212 555 1234'. Prefixes are removed, digits are never added; a number that no rule explains is shown as written.
 */
export function formatTelefone(numero: string | null | undefined): string {
  const texto = numero?.trim() ?? ''
  if (isNoNumber(texto)) return telefoneNaoInformado
  return formatParsed(parseTelefone(texto), texto)
}

/** Like `formatTelefone`, for a number that was parsed before; `texto` is shown when no rule explains the number. */
export function formatParsed(telefone: Telefone | null, texto: string): string {
  switch (telefone?.tipo) {
    case 'nacional':
      return `(${telefone.ddd}) ${splitAssinante(telefone.assinante)}`
    case 'local':
      return splitAssinante(telefone.assinante)
    case 'unico':
      return splitAssinante(telefone.numero)
    case 'nao_geografico':
      return formatNaoGeografico(telefone.numero)
    case 'estrangeiro':
      return parsePhoneNumberFromString(`+${telefone.numero}`)?.formatInternational() ?? `+${telefone.numero}`
    default:
      return texto
  }
}

function splitAssinante(assinante: string): string {
  return `${assinante.slice(0, -4)}-${assinante.slice(-4)}`
}

/** 0800 123 4567, or the older 0800 12 3456. */
function formatNaoGeografico(numero: string): string {
  return `${numero.slice(0, 4)} ${numero.slice(4, -4)} ${numero.slice(-4)}`
}
