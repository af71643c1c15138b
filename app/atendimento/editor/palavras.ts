import type { Atendimento } from '#server/ligacao/wire/ligacao'

/** The words on the screen, beside the ticket as the server last sent it. */
export interface Palavras {
  texto: string
  base: Atendimento
  /** The version that the words were typed on; older than `base` while a conflict waits for the agent. */
  origem: Origem
  /** Words sent since then. The server may have any of them, so none of them is another tab's. */
  enviados: readonly string[]
  /** Words that another tab or desk saved meanwhile. They count, and nothing is saved here until the agent chooses. */
  conflito: string | null
  /** The last words that were written here and saved. */
  escrito: string | null
  /** Words that were saved from here, until another tab replaced them. */
  trocado: string | null
  /** The customer was erased at their request: no words are saved any more. */
  eliminado?: boolean | undefined
}

/** A ticket as the server sends it: lists and refusals also tell whether its customer was erased. */
export type Recebido = Atendimento & Pick<Palavras, 'eliminado'>

type Origem = Pick<Atendimento, 'versao' | 'descricao'>

export type Rascunho = Pick<Palavras, 'texto' | 'enviados'> & Origem

/** Unsaved words, kept in this browser for one user and one ticket. They survive a reload and a crash. */
export interface Rascunhos {
  /**
   * Calls `take` with this tab's own draft, else with the last one that any tab kept: at once, or once no tab types it
   * any more.
   */
  read: (id: number, take: (rascunho: Rascunho | null) => void) => void
  /** Whether a draft with these words outlives this tab. */
  isKept: (id: number, texto: string) => boolean
  write: (id: number, rascunho: Rascunho) => void
  /** Deletes the draft if its words are `texto`, which the server has; deletes any draft if `texto` is null. */
  forget: (id: number, texto: string | null) => void
}

export const isUnsaved = (palavras: Palavras) => palavras.texto !== palavras.base.descricao

/**
 * Pure. Takes the ticket as it is on the server. Older versions change nothing. Without unsaved words here, the
 * server's words are taken, unless they were sent from here: words that were taken back while their save was under way
 * do not come again. Otherwise the words here stay, and the server's are kept as `conflito` until both are equal or the
 * agent chooses. For an erased customer nothing is kept but what the server has.
 */
export function reconcile(local: Palavras, remote: Recebido): Palavras {
  if (remote.eliminado) return fresh(remote.versao < local.base.versao ? local.base : remote, true)
  if (remote.versao < local.base.versao) return local
  const { eliminado = local.eliminado } = remote
  if (remote.versao === local.base.versao) return { ...local, eliminado }
  const { texto, origem, enviados } = local
  const { descricao } = remote
  const escrito = remote.usuario_id === local.base.usuario_id ? local.escrito : null
  const later = enviados.slice(enviados.indexOf(descricao) + 1)
  const agreed = { ...local, eliminado, base: remote, origem: remote, enviados: later, conflito: null, escrito }
  const isOurs = enviados.includes(descricao)
  if (!isUnsaved(local) && !isOurs)
    return { ...agreed, texto: descricao, trocado: trocadoPor({ ...local, escrito }, descricao) }
  return isOurs || [origem.descricao, texto].includes(descricao)
    ? agreed
    : { ...local, eliminado, base: remote, conflito: descricao }
}

/** The words that were written here, if the newly saved text no longer contains them. */
const trocadoPor = ({ texto, escrito, trocado }: Palavras, descricao: string) =>
  texto === escrito && !descricao.includes(texto.trim()) ? texto : trocado

/** How many sent texts are remembered. */
const remembered = 8

/** Pure. Notes the words as sent; call it when they are being sent. */
export const sent = ({ texto, enviados }: Palavras): Pick<Palavras, 'enviados'> => ({
  enviados: enviados.at(-1) === texto ? enviados : [...enviados, texto].slice(-remembered),
})

const none = { enviados: [], conflito: null, escrito: null, trocado: null }
const fresh = (base: Atendimento, eliminado?: boolean): Palavras => ({
  ...none,
  ...{ texto: base.descricao, base, origem: base, eliminado },
})

/** Pure. The draft, reconciled with the ticket as it is now. */
export function resume(rascunho: Rascunho | null, atendimento: Recebido): Palavras {
  if (!rascunho) return fresh(atendimento, atendimento.eliminado)
  const { texto, enviados, versao, descricao } = rascunho
  const origem = { versao, descricao }
  return reconcile({ ...none, texto, enviados, origem, base: { ...atendimento, ...origem } }, atendimento)
}
