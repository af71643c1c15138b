import { type Expression, sql } from 'kysely'
import { column, eb, truth } from '../../database/statement.ts'
import { leastOfPalavra, type Termo } from '../rules/busca.ts'

/** The values of the search statements. A branch whose values are null or empty finds nothing. */
export interface Sought
  extends Pick<
    Termo,
    'codigo' | 'telefones' | 'telefonePrefixos' | 'assinantes' | 'documento' | 'login' | 'protocolo'
  > {
  /** Beginning of the name. */
  inicio: string | null
  /** Words of the name as LIKE patterns: the longest three for the trigram index, and in `palavras` all of them. */
  palavra_1: string | null
  palavra_2: string | null
  palavra_3: string | null
  palavras: string[]
  /** Words of an address, as a `tsquery`. */
  endereco: string | null
}

/** Escapes a text for a LIKE pattern. */
const escapeLike = (text: string) => text.replace(/[\\%_]/g, '\\$&')

export const beginning = (text: string) => `${escapeLike(text)}%`
const containing = (text: string) => `%${escapeLike(text)}%`
/** The folded text contains every word; a trigram index answers it if one of them has three letters. */
export const havingAll = (words: readonly string[], text: Expression<string>) =>
  eb.and(words.map((word) => eb(text, 'like', containing(word))))

/**
 * A beginning with this behind it comes after all texts with that beginning in the byte order of `text_pattern_ops`.
 */
const lastCharacter = '\u{10FFFF}'

/**
 * Beginnings are ranges, not LIKE: the statement is planned once for all terms, and only a range of unknown texts can use
 * an index then. `~>=~` and `~<~` are the byte order of `text_pattern_ops`.
 */
export const begins = (text: unknown, beginning: unknown) =>
  truth`${text} ~>=~ ${beginning} and ${text} ~<~ (${beginning} || ${sql.lit(lastCharacter)})`

export const nameBeginning = sql`left(${column('cliente', 'c', 'busca')}, 60)`

/** The expression of the index `cliente_telefone_assinante_idx`: the number after its area code. */
export const assinanteOf = (alias: string) => sql<string>`substr(${column('cliente_telefone', alias, 'chave')}, 3)`
export const hasDdd = (alias: string) =>
  truth`${column('cliente_telefone', alias, 'chave')} ~ ${sql.lit('^[1-9][0-9]{9,10}$')}`
/** The expression of the index `endereco_busca_idx`. */
export const enderecoWordsOf = (alias: string) =>
  sql`array_to_tsvector(string_to_array(${column('endereco', alias, 'busca')}, ${sql.lit(' ')}))`
export const isSearched = (alias: string) => truth`${column('endereco', alias, 'busca')} <> ${sql.lit('')}`

/** A `tsquery` of all words: a number must match whole, a word may be the beginning of one. */
export const tsqueryOf = (palavras: readonly string[]) =>
  palavras.map((palavra) => (/^\d/.test(palavra) ? `'${palavra}'` : `'${palavra}':*`)).join(' & ')

/** A term's meanings. The address is searched only with `comEndereco`. */
export type Asked = Termo & { comEndereco: boolean }

/** A term's meanings as the values of the statements. */
export function soughtOf({ nome, endereco, comEndereco, ...termo }: Asked): Sought {
  const inicio = nome.join(' ').slice(0, 60)
  const long = nome.filter((word) => word.length >= leastOfPalavra).sort((one, other) => other.length - one.length)
  const [longest = null, second = longest, third = longest] = long.map(containing)
  return {
    ...termo,
    inicio: inicio === '' ? null : inicio,
    palavra_1: longest,
    palavra_2: second,
    palavra_3: third,
    palavras: nome.map(containing),
    endereco: comEndereco && endereco ? tsqueryOf(endereco.palavras) : null,
  }
}
