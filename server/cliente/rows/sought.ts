import { type Expression, type NotNull, sql } from 'kysely'
import { among, column, eb, truth } from '../../database/statement.ts'
import type { Termo } from '../rules/busca.ts'
import { leastOfPalavra } from '../rules/folded.ts'

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

/** A LIKE pattern for the texts that contain this one. */
const containing = (text: string) => `%${text.replace(/[\\%_]/g, '\\$&')}%`
/** The folded text contains every word; a trigram index answers it if one of them has three letters. */
export const havingAll = (words: readonly string[], text: Expression<string>) =>
  eb.and(words.map((word) => eb(text, 'like', containing(word))))

/**
 * A beginning with this behind it comes after all texts with that beginning in the byte order of `text_pattern_ops`.
 */
const lastCharacter = '\u{10FFFF}'

/**
 * Beginnings are ranges, not LIKE: a prepared statement is planned once for all terms, and only a range of unknown texts
 * can use an index then. `~>=~` and `~<~` are the byte order of `text_pattern_ops`.
 */
export const begins = (text: unknown, beginning: unknown) =>
  truth`${text} ~>=~ ${beginning} and ${text} ~<~ (${beginning} || ${sql.lit(lastCharacter)})`

/** The first letters of the folded name `c`, which the index of its beginnings has. */
export const lettersOfName = 60
export const nameBeginning = sql`left(${column('cliente', 'c', 'busca')}, ${sql.lit(lettersOfName)})`

const chave = column('cliente_telefone', 't', 'chave')
const busca = column('endereco', 'e', 'busca')
const telefones = eb.selectFrom('cliente_telefone as t').select('t.id_cliente')

/** Rows whose customers a meaning of a term finds, each by an index of its own. */
export const foundBy = {
  telefone: (chaves: Expression<string[]>) => telefones.where(among(chave, chaves)),
  telefonePrefixo: (inicio: Expression<string>) => telefones.where(begins(chave, inicio)),
  /** The number after its area code, as the index `cliente_telefone_assinante_idx` has it. */
  assinante: (inicio: Expression<string>) =>
    telefones.where(truth`${chave} ~ ${sql.lit('^[1-9][0-9]{9,10}$')}`).where(begins(sql`substr(${chave}, 3)`, inicio)),
  login: (inicio: Expression<string | null>) =>
    eb
      .selectFrom('cliente_servico as s')
      .select('s.id_cliente')
      .where(begins(sql`lower(${column('cliente_servico', 's', 'login')})`, inicio)),
  protocolo: (protocolo: Expression<string | null>) =>
    eb
      .selectFrom('atendimento as a')
      .select('a.id_cliente')
      .where('a.protocolo', '=', protocolo)
      .where('a.id_cliente', 'is not', null)
      .$narrowType<{ id_cliente: NotNull }>(),
  /** Services at these addresses, as the index `endereco_busca_idx` has them. */
  endereco: (tsquery: Expression<string | null>) =>
    eb
      .selectFrom('endereco as e')
      .select('e.id_cliente_servico')
      .where(busca, '<>', sql.lit(''))
      .where(truth`array_to_tsvector(string_to_array(${busca}, ${sql.lit(' ')})) @@ ${tsquery}::tsquery`),
}

/** A `tsquery` of all words: a number must match whole, a word may be the beginning of one. */
export const tsqueryOf = (palavras: readonly string[]) =>
  palavras.map((palavra) => (/^\d/.test(palavra) ? `'${palavra}'` : `'${palavra}':*`)).join(' & ')

/** A term's meanings as the values of the statements. */
export function soughtOf({ nome, endereco, ...termo }: Termo): Sought {
  const inicio = nome.join(' ').slice(0, lettersOfName)
  const long = nome.filter((word) => word.length >= leastOfPalavra).sort((one, other) => other.length - one.length)
  const [longest = null, second = longest, third = longest] = long.map(containing)
  return {
    ...termo,
    inicio: inicio === '' ? null : inicio,
    palavra_1: longest,
    palavra_2: second,
    palavra_3: third,
    palavras: nome.map(containing),
    endereco: endereco && tsqueryOf(endereco.palavras),
  }
}
