import { classifyTermo } from '../../cliente/rules/busca.ts'
import { foldText, numberIn, searchWords } from '../../cliente/rules/folded.ts'
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
  const palavras = searchWords(dobrado)
  const meant: AtendimentoTermo = {
    protocolo,
    telefones: classified?.telefones ?? [],
    codigo: classified?.codigo ?? null,
    nome: classified?.nome ?? [],
    // A word of fewer than three letters has no trigram, so at least one word must have three.
    palavras: palavras.some((palavra) => [...palavra].length >= 3) ? palavras : [],
  }
  const { telefones, codigo, nome } = meant
  return protocolo || telefones.length > 0 || codigo !== null || nome.length > 0 || meant.palavras.length > 0
    ? meant
    : null
}
