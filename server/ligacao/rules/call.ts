import { chavesTelefone } from '../../telefone/rules/chaves.ts'

/** What of a PBX's message tells one call from another. */
export interface CallIdentity {
  /** The PBX's own key for the call, where it sent one. */
  chave: string | null
  /** Search key of the telephone, '' without one. Two spellings of a number have the same. */
  telefone_chave: string
}

const keyNames = ['call_id', 'uniqueid', 'linkedid', 'id'] as const
const maxKeyLength = 255
/** Control characters (PostgreSQL stores no NUL) and halves of surrogate pairs. */
const unstorable = /[\p{Cc}\p{Cs}]/gu

/** The first of call_id, uniqueid, linkedid and id that holds a text or a number. DESIGN: Notify. */
export function callKey(params: Record<string, unknown> | undefined): string | null {
  for (const name of keyNames) {
    const value = params?.[name]
    const key = typeof value === 'string' || typeof value === 'number' ? storable(String(value)) : ''
    if (key !== '') return key
  }
  return null
}

/** What of a key can be kept; cutting it short may halve a surrogate pair. */
function storable(text: string): string {
  return text.replace(unstorable, '').trim().slice(0, maxKeyLength).replace(unstorable, '')
}

/** The telephone's search key; a number no rule explains is compared digit by digit. */
export function telefoneKey(telefone: string | undefined, dddPadrao?: string): string {
  if (!telefone) return ''
  return chavesTelefone(telefone, dddPadrao)[0] ?? `#${telefone.replace(/\D/g, '')}`
}
