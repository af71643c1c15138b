import { parsePhoneNumberFromString } from 'libphonenumber-js/min'
import { parseTelefone, type Telefone } from './parse.ts'

/** What stands where a call or a customer has no telephone. */
export const telefoneNaoInformado = 'número não informado'

/** Nothing, or what a PBX sends of a caller who hides the number. */
const isNoNumber = (texto: string) => texto === '' || /^[0\s+()-]+$/.test(texto)

/**
 * A telephone as people read it: '(37) 99991-2222', '(37) 3221-1234', '0800 123 4567', '4004-1234',
 * '+1 212 555 1234'. Prefixes go, digits are never added; what cannot be understood is shown as it was written.
 */
export function formatTelefone(numero: string | null | undefined): string {
  const texto = numero?.trim() ?? ''
  if (isNoNumber(texto)) return telefoneNaoInformado
  return formatParsed(parseTelefone(texto), texto)
}

/** The same of a number taken apart already; `texto` is what is shown when nothing explains it. */
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
