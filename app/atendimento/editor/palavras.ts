import type { Atendimento } from '#server/ligacao/wire/ligacao'

/** The words on the screen, beside the ticket as the server last sent it. */
export interface Palavras {
  texto: string
  base: Atendimento
  /** The version that the words were typed on; older than `base` while a conflict waits for the agent. */
  origem: Origem
  /** Words sent since then. The server may have any of them, so none of them is another tab's. */
  enviados: readonly string[]
  /** Words that another tab or desk saved meanwhile. They stand, and nothing is saved here until the agent chooses. */
  conflito: string | null
  /** The last words that were written here and saved. */
  escrito: string | null
  /** Words that were saved from here, until another tab replaced them. */
  trocado: string | null
}

type Origem = Pick<Atendimento, 'versao' | 'descricao'>

export type Rascunho = Pick<Palavras, 'texto' | 'enviados'> & Origem

export const isUnsaved = (palavras: Palavras) => palavras.texto !== palavras.base.descricao

/**
 * Pure. Takes the ticket as it is on the server. Older versions change nothing. Without unsaved words here, the
 * server's words are taken. Else the words here stay, and the server's are kept as `conflito` until both are equal or
 * the agent chooses.
 */
export function reconcile(local: Palavras, remote: Atendimento): Palavras {
  if (remote.versao <= local.base.versao) return local
  const { texto, origem, enviados } = local
  const { descricao } = remote
  const escrito = remote.usuario_id === local.base.usuario_id ? local.escrito : null
  const later = enviados.slice(enviados.indexOf(descricao) + 1)
  const agreed = { ...local, base: remote, origem: remote, enviados: later, conflito: null, escrito }
  if (!isUnsaved(local)) return { ...agreed, texto: descricao, trocado: trocadoPor({ ...local, escrito }, descricao) }
  return [origem.descricao, ...enviados, texto].includes(descricao)
    ? agreed
    : { ...local, base: remote, conflito: descricao }
}

/** The words written here that the others' text no longer contains. */
const trocadoPor = ({ texto, escrito, trocado }: Palavras, descricao: string) =>
  texto === escrito && !descricao.includes(texto.trim()) ? texto : trocado

/** How many sent texts are remembered. */
const remembered = 8

/** Pure. The words are being sent. */
export const sent = ({ texto, enviados }: Palavras): Pick<Palavras, 'enviados'> => ({
  enviados: enviados.at(-1) === texto ? enviados : [...enviados, texto].slice(-remembered),
})

/** Pure. The draft, beside the ticket as it is now. */
export function resume(rascunho: Rascunho | null, atendimento: Atendimento): Palavras {
  const none = { enviados: [], conflito: null, escrito: null, trocado: null }
  if (!rascunho) return { ...none, texto: atendimento.descricao, base: atendimento, origem: atendimento }
  const { texto, enviados, versao, descricao } = rascunho
  const origem = { versao, descricao }
  return reconcile({ ...none, texto, enviados, origem, base: { ...atendimento, ...origem } }, atendimento)
}
