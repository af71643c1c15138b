import { foldText } from '#server/cliente/rules/folded'
import { makeCliente } from '#server/demo/generate/generateClientes'
import { chavesTelefone } from '#server/telefone/rules/chaves'

/** The search terms that the screen sends while somebody types, in their order. */
export interface Sequence {
  kind: string
  terms: string[]
}

/** The beginnings of a text as it is typed, from `from` characters on. */
const typed = (text: string, from: number) =>
  Array.from({ length: Math.max(1, text.length - from + 1) }, (_, more) => text.slice(0, from + more))

/** Realistic searches for the customers that `seed` generates: common and rare terms, with and without a match. */
export function sequencesFor(seed: number, count: number): Sequence[] {
  const some = [0.013, 0.27, 0.52, 0.81].map((share) => makeCliente(seed, Math.floor(share * count) + 1))
  const of = (pick: (cliente: (typeof some)[number]) => string) => some.map(pick).filter((text) => text !== '')
  return [
    {
      kind: 'common names',
      terms: ['mar', 'mari', 'maria', 'maria s', 'maria da conc', 'silva', 'joao', 'jose', 'ltda'],
    },
    { kind: 'several common words', terms: ['maria silva', 'souza santos', 'a silva', 'jose de oliveira', 'ana s'] },
    { kind: 'two letters', terms: ['ma', 'jo', 'da', 'an', 'zz'] },
    { kind: 'whole names, as typed', terms: of((c) => foldText(c.nome_razaosocial)).flatMap((name) => typed(name, 3)) },
    { kind: 'codes', terms: of((c) => `${c.codigo_cliente}`).flatMap((code) => typed(code, 2)) },
    { kind: 'documents, as typed', terms: of((c) => c.cpf_cnpj).flatMap((documento) => typed(documento, 3)) },
    { kind: 'telephones, as typed', terms: of((c) => c.telefone_primario).flatMap((numero) => typed(numero, 4)) },
    { kind: 'logins, as typed', terms: of((c) => c.servicos[0]?.login ?? '').flatMap((login) => typed(login, 3)) },
    { kind: 'nobody', terms: ['zzzz', 'xyzq', 'qwerty uiop', '99999999999', '0000', 'maria xyzq', '%', '__'] },
    { kind: 'phone match', terms: of((c) => chavesTelefone(c.telefone_primario)[0] ?? '37999990000') },
  ]
}
