import { foldText, indexedWords, numberIn } from '../cliente/rules/folded.ts'
import { protocolosOf } from '../protocolo/rules/protocolo.ts'
import { chavesTelefone } from '../telefone/rules/chaves.ts'
import { isDdd } from '../telefone/rules/parse.ts'

/** What a term may mean among calls: a call is found if one meaning fits. No text here is escaped for LIKE. */
export interface HistoryTermo {
  /** Search keys of a whole telephone number; without an area code, those of the number in every area. */
  telefones: string[]
  /** The first and the last protocol that begin with the term; both are the same when it is a whole protocol. */
  protocolo: [first: string, last: string] | null
  /** Folded words: all in the customer's name, or all in the ticket's words. */
  palavras: string[]
}

/** Digits of a protocol up to its day: shorter beginnings would find a whole month. */
const leastOfProtocolo = 8

const areas = Array.from({ length: 89 }, (_, at) => String(at + 11)).filter(isDdd)

/** The search keys of a number in whatever spelling; without an area code it may be of any area. */
function telefonesOf(texto: string, dddPadrao: string | undefined): string[] {
  const chaves = chavesTelefone(texto, dddPadrao)
  const local = chavesTelefone(texto).filter((chave) => /^([2-5]\d{7}|9\d{8}|[6-8]\d{8})$/.test(chave))
  return [...new Set([...chaves, ...local, ...local.flatMap((chave) => areas.map((ddd) => ddd + chave))])]
}

/** Pure. Null when the text is too short to search for: nothing, words of one or two letters, a few digits. */
export function readHistoryTermo(texto: string, dddPadrao: string | undefined): HistoryTermo | null {
  const dobrado = foldText(texto)
  const numero = numberIn(dobrado)
  if (numero !== null) {
    const telefones = telefonesOf(numero.replaceAll('/', ' '), dddPadrao)
    const protocolo = protocolosOf(numero, leastOfProtocolo)
    return telefones.length > 0 || protocolo ? { telefones, protocolo, palavras: [] } : null
  }
  const palavras = indexedWords(dobrado)
  return palavras.length > 0 ? { telefones: [], protocolo: null, palavras } : null
}
