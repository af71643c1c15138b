import { classifyTermo } from '../../cliente/rules/busca.ts'
import { foldText, indexedWords, numberIn } from '../../cliente/rules/folded.ts'
import { protocolosOf } from '../../protocolo/rules/protocolo.ts'

/** What a term may mean among tickets: a ticket is found if one meaning fits. No text here is escaped for LIKE. */
export interface AtendimentoTermo {
  /** The first and the last protocol that begin with the term; both are the same when it is a whole protocol. */
  protocolo: [first: string, last: string] | null
  /** Search keys of whole telephone numbers. */
  telefones: string[]
  codigo: number | null
  /** Folded words of the customer's name, in any order. */
  nome: string[]
  /** Folded words, all of which stand in the ticket's words. */
  palavras: string[]
}

/** Digits of a protocol up to its month: shorter beginnings would find half of all tickets. */
const leastOfProtocolo = 6

/** Pure. Null when the text is too short to search for. A whole protocol means nothing else. */
export function readAtendimentoTermo(texto: string, dddPadrao: string | undefined): AtendimentoTermo | null {
  const dobrado = foldText(texto)
  const protocolo = protocolosOf(numberIn(dobrado) ?? '', leastOfProtocolo)
  if (protocolo && protocolo[0] === protocolo[1])
    return { protocolo, telefones: [], codigo: null, nome: [], palavras: [] }
  const classified = classifyTermo(texto, dddPadrao)
  const { telefones = [], codigo = null, nome = [] } = classified ?? {}
  const palavras = indexedWords(dobrado)
  const meanings = telefones.length + nome.length + palavras.length
  return protocolo || codigo !== null || meanings > 0 ? { protocolo, telefones, codigo, nome, palavras } : null
}
