import { isDdd } from './parse.ts'

/** A telephone as the whole world dials it: country code and number, digits alone. */
interface Internacional {
  numero: string
  /** Whether it may be a mobile telephone: a Brazilian one surely is or is not, a foreign one may be. */
  celular: boolean
}

/** The whole number of a search key (`chavesTelefone`); null for extensions, 0800 and its kin, and numbers without area code. */
export function internacionalOf(chave: string): Internacional | null {
  if (/^\+[1-9]\d{6,14}$/.test(chave)) return { numero: chave.slice(1), celular: true }
  if (!/^[1-9]\d(?:9\d{8}|[2-5]\d{7})$/.test(chave) || !isDdd(chave.slice(0, 2))) return null
  return { numero: `55${chave}`, celular: chave.length === 11 }
}
