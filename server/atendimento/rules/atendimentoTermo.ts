import { classifyTermo, foldText } from '../../cliente/rules/busca.ts'
import { protocolosOf } from '../../protocolo/rules/protocolo.ts'

/** What a term may mean among tickets; the answer is every ticket that any of it fits. None is escaped for LIKE. */
export interface AtendimentoTermo {
  /** The first and the last protocol that begin so; one and the same when it was typed whole. */
  protocolo: [first: string, last: string] | null
  /** Whole numbers: equal to a search key of a telephone. */
  telefones: string[]
  codigo: number | null
  /** Folded words of the customer's name, in any order. */
  nome: string[]
  /** Folded words, each of which stands somewhere in the ticket's own. */
  palavras: string[]
}

/** A month's: shorter beginnings would find half of everything. */
const leastOfProtocolo = 6

/** Pure. Null when it is too little to search for. A whole protocol means nothing else. */
export function readAtendimentoTermo(texto: string, dddPadrao: string | undefined): AtendimentoTermo | null {
  const protocolo = protocolosOf(texto, leastOfProtocolo)
  if (protocolo && protocolo[0] === protocolo[1])
    return { protocolo, telefones: [], codigo: null, nome: [], palavras: [] }
  const classified = classifyTermo(texto, dddPadrao)
  const palavras = foldText(texto).split(' ').filter(Boolean)
  const meant: AtendimentoTermo = {
    protocolo,
    telefones: classified?.telefones ?? [],
    codigo: classified?.codigo ?? null,
    nome: classified?.nome ?? [],
    // A word of fewer than three letters has no trigram: one must have more.
    palavras: palavras.some((palavra) => [...palavra].length >= 3) ? palavras : [],
  }
  const { telefones, codigo, nome } = meant
  return protocolo || telefones.length > 0 || codigo !== null || nome.length > 0 || meant.palavras.length > 0
    ? meant
    : null
}
