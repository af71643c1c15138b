import { maxRowId } from '../../http/wire.ts'
import type { Mistakes } from '../../refusal.ts'
import { chavesTelefone, isWholeTelefone } from '../../telefone/rules/chaves.ts'
import { isDdd } from '../../telefone/rules/parse.ts'
import type { Busca } from '../wire/list.ts'
import { isCnpj, isCpf, normalizeDocumento } from './documento.ts'
import { foldText, numberIn, searchWords } from './folded.ts'

/**
 * What a search term could mean; the answer is every customer that fits any of the meanings. Empty lists and nulls
 * are meanings that the term cannot have. None of the texts is escaped for LIKE.
 */
export interface Termo {
  /** Folded words of a name: each must occur in the folded name, in any order. */
  nome: string[]
  /** Beginning of `cpf_cnpj`, at least three characters; the whole document when 11 or 14 long. */
  documento: string | null
  /** Exactly `codigo_cliente` or `id_cliente`. */
  codigo: number | null
  /** Whole numbers: equal to a key of `chavesTelefone`. */
  telefones: string[]
  /** Numbers still being typed, with their area code: beginnings of a key. */
  telefonePrefixos: string[]
  /** Numbers without an area code, whole or nearly so: beginnings of a subscriber's number, whatever its area code. */
  assinantes: string[]
  /** Beginning of a service's login, lower case. */
  login: string | null
  /** Words of an address, each a whole word or the beginning of one, and whether a number is among them. */
  endereco: { palavras: string[]; numero: boolean } | null
  /** The whole protocol number of a ticket. */
  protocolo: string | null
}

/** A term without any meaning. */
export const semSentido: Termo = {
  nome: [],
  documento: null,
  codigo: null,
  telefones: [],
  telefonePrefixos: [],
  assinantes: [],
  login: null,
  endereco: null,
  protocolo: null,
}

/** Reads what an agent typed, or null when it is too little to search for (nothing, a single letter, punctuation). */
export function classifyTermo(texto: string, dddPadrao?: string): Termo | null {
  const dobrado = foldText(texto)
  const numero = numberIn(dobrado)
  return numero === null ? classifyWords(dobrado) : classifyDigits(numero, dddPadrao)
}

function classifyWords(dobrado: string): Termo | null {
  const palavras = searchWords(dobrado)
  if ([...palavras.join('')].length < 2) return null
  return {
    ...semSentido,
    nome: palavras,
    documento: isCnpj(dobrado) ? normalizeDocumento(dobrado) : null,
    login: dobrado.includes(' ') ? null : dobrado,
    endereco: classifyEndereco(dobrado),
  }
}

function classifyDigits(dobrado: string, dddPadrao: string | undefined): Termo | null {
  const digitos = dobrado.replace(/\D/g, '')
  const codigo = Number(digitos)
  const codigoPossivel = /^\d+$/.test(dobrado) && codigo >= 1 && codigo <= maxRowId
  const documentoPossivel = !dobrado.startsWith('+') && digitos.length >= 3 && digitos.length <= 14
  // A protocol number that is still being typed is no document: it would be put on record as a search by document.
  const protocoloPossivel = beginsProtocolo(dobrado, digitos) && !isCpf(digitos) && !isCnpj(digitos)
  const assinantes = assinantesBegun(dobrado, digitos)
  const termo: Termo = {
    ...semSentido,
    documento: documentoPossivel && !protocoloPossivel ? digitos : null,
    codigo: codigoPossivel ? codigo : null,
    telefones: [...chavesTelefone(dobrado.replaceAll('/', ' '), dddPadrao), ...wholeAssinante(assinantes)],
    telefonePrefixos: [
      ...telefonePrefixos(dobrado, digitos),
      ...(dddPadrao && isDdd(dddPadrao) ? assinantes.map((assinante) => dddPadrao + assinante) : []),
    ],
    assinantes,
    login: /\s/.test(dobrado) ? null : dobrado,
    protocolo: digitos.length === 14 && beginsProtocolo(dobrado, digitos) ? digitos : null,
  }
  termo.telefones = [...new Set(termo.telefones)]
  const { documento, login, protocolo } = termo
  const meanings = termo.telefones.length + termo.telefonePrefixos.length + assinantes.length
  return codigoPossivel || documento !== null || login !== null || protocolo !== null || meanings > 0 ? termo : null
}

/** `AAAAMMDD` of this century and at most six digits more, in groups or not: a protocol number, whole or being typed. */
const beginsProtocolo = (dobrado: string, digitos: string) =>
  /^[\d ]+$/.test(dobrado) && /^20\d\d(0[1-9]|1[0-2])(0[1-9]|[12]\d|3[01])\d{0,6}$/.test(digitos)

/** Fewer digits are a code, an extension or the beginning of a document, and would find half the customers. */
const leastOfAssinante = 7

/**
 * A subscriber's number typed without its area code; a mobile number also with its ninth digit, as the keys have it.
 */
function assinantesBegun(dobrado: string, digitos: string): string[] {
  if (dobrado.startsWith('+') || digitos.length < leastOfAssinante) return []
  if (!/^([2-9]\d{6,7}|9\d{8})$/.test(digitos)) return []
  return /^[6-9]\d{6,7}$/.test(digitos) ? [digitos, `9${digitos}`] : [digitos]
}

/** Whole numbers without area code, which also find customers whose number is stored without one. */
const wholeAssinante = (assinantes: string[]) =>
  assinantes.filter((assinante) => /^([2-5]\d{7}|9\d{8})$/.test(assinante))

/** Kinds of streets, which are not searched: half the addresses have each, and agents often leave them out. */
const logradouros = new Set(
  'rua r avenida av travessa tv praca pca alameda al rodovia rod estrada est sitio fazenda das dos'.split(' '),
)
const longestEndereco = 300

/** The words of an address: letters and digits alone, a postal code as one word. */
const enderecoWords = (dobrado: string) =>
  dobrado.replace(/\b(\d{5})-(\d{3})\b/g, '$1$2').match(/[\p{L}\p{N}]+/gu) ?? []

/** The search text of an address: its street, number, district, city and postal code, folded. */
export function foldEndereco(
  endereco: Record<'completo' | 'endereco' | 'numero' | 'bairro' | 'cidade' | 'cep', string>,
) {
  const { completo, bairro, cidade, cep, numero } = endereco
  const parts = endereco.endereco === '' ? [completo] : [endereco.endereco, numero, bairro, cidade, cep]
  return (
    enderecoWords(foldText(parts.join(' ')))
      .join(' ')
      .slice(0, longestEndereco)
      // The cut may leave half of a surrogate pair, which the database does not take as text.
      .replace(/[\ud800-\udbff]$/, '')
      .trim()
  )
}

/** Null when no word can name a street, a district or a city. */
function classifyEndereco(dobrado: string): Termo['endereco'] {
  const palavras = enderecoWords(dobrado.slice(0, longestEndereco)).filter(
    (palavra) => /^\d/.test(palavra) || (palavra.length >= 3 && !logradouros.has(palavra)),
  )
  if (palavras.every((palavra) => /^\d/.test(palavra))) return null
  return { palavras, numero: palavras.some((palavra) => /^\d/.test(palavra)) }
}

const leastOfDocumento = 8

/**
 * The document that a term names, where documents are masked: a whole CPF or CNPJ, or at least eight characters that
 * can be no telephone. Shorter beginnings would tell a masked document digit by digit. docs/interface.md: Personal
 * data.
 */
export function documentoNamed({ documento, telefonePrefixos }: Termo): string | null {
  if (documento === null || isCpf(documento) || isCnpj(documento)) return documento
  const isTelefone = telefonePrefixos.length > 0 || isWholeTelefone(documento)
  return documento.length >= leastOfDocumento && !isTelefone ? documento : null
}

/** What a term is searched for where documents are masked; an address only if a number is among its words. */
export const searchedFirst = (termo: Termo): Termo => ({
  ...termo,
  documento: documentoNamed(termo),
  endereco: termo.endereco?.numero ? termo.endereco : null,
})

/** Beginnings of keys for an incomplete number: an area code and at least two digits more. */
function telefonePrefixos(dobrado: string, digitos: string): string[] {
  const nacional = dobrado.startsWith('+55') ? digitos.slice(2) : digitos.replace(/^0/, '')
  const assinante = nacional.slice(2)
  if (dobrado.startsWith('+') && !dobrado.startsWith('+55')) return []
  if (!isDdd(nacional.slice(0, 2)) || assinante.length < 2 || assinante.length > 8) return []
  const ddd = nacional.slice(0, 2)
  // A mobile number typed without its ninth digit is also looked for with it, because the keys have it.
  return /^[6-9]/.test(assinante) ? [nacional, `${ddd}9${assinante}`] : [nacional]
}

/** What a look-up asks the database for. */
export type Lookup =
  | { by: 'id_cliente' | 'codigo_cliente' | 'id_cliente_servico'; id: number }
  | { by: 'telefone'; chaves: string[] }
  /** Beginning of the document or of a login; a whole one is its own beginning. */
  | { by: 'cpf_cnpj' | 'login'; beginning: string }
  /** Folded words, each somewhere in that name. */
  | { by: 'nome_razaosocial' | 'nome_fantasia'; words: string[] }

/**
 * The look-up that a term means for a kind of search, or its mistake. A number no customer can have finds nobody.
 * Characters without a width, which come along when a term is copied out of a message, mean nothing.
 */
export function readLookup(
  busca: Busca,
  texto: string,
  dddPadrao: string | undefined,
): { lookup: Lookup } | { mistakes: Mistakes } {
  const refused = (sentence: string) => ({ mistakes: { termo_busca: [sentence] } })
  const termo = texto.replace(/\p{Cf}/gu, '').trim()
  switch (busca) {
    case 'id_cliente':
    case 'codigo_cliente':
    case 'id_cliente_servico': {
      if (!/^\d+$/.test(termo)) return refused(`deve ter apenas dígitos quando busca é ${busca}`)
      return { lookup: { by: busca, id: Math.min(Number(termo), maxRowId + 1) } }
    }
    case 'telefone': {
      const chaves = chavesTelefone(termo, dddPadrao)
      return chaves.length > 0 ? { lookup: { by: busca, chaves } } : refused('deve ser um número de telefone')
    }
    case 'cpf_cnpj': {
      const beginning = normalizeDocumento(termo)
      return beginning === '' ? refused('deve ser um CPF ou CNPJ') : { lookup: { by: busca, beginning } }
    }
    case 'login':
      // Every login begins with an empty text.
      return termo === '' ? refused('deve ser um login') : { lookup: { by: busca, beginning: termo } }
    default: {
      const words = foldText(termo).split(' ').filter(Boolean)
      return words.length > 0 ? { lookup: { by: busca, words } } : refused('deve ser um nome')
    }
  }
}
