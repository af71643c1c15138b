import type { Atendimento } from '#server/ligacao/wire/ligacao'

/** The words on the screen beside the ticket as the server last told it. */
export interface Palavras {
  texto: string
  base: Atendimento
  /** What the words here were typed on top of; an older version than `base` while a conflict waits for its answer. */
  origem: Origem
  /** Words sent off since then, of which the server may have any: what comes back of them is no other tab's. */
  enviados: readonly string[]
  /** What another tab or desk saved meanwhile: its words stand, and nothing is saved here until the agent chose. */
  conflito: string | null
  /** The last that was written here and saved. */
  escrito: string | null
  /** What was written here and stood, until another tab put its own in its place. */
  trocado: string | null
}

export type Origem = Pick<Atendimento, 'versao' | 'descricao'>

/** Unsaved words, and what they were typed on top of. */
export type Rascunho = Pick<Palavras, 'texto' | 'enviados'> & Origem

export const isUnsaved = (palavras: Palavras) => palavras.texto !== palavras.base.descricao

/**
 * Pure. Takes the ticket as it stands on the server. Older versions change nothing; where nothing was typed here since the
 * last save, the server's words are taken over; otherwise those typed here stay and the other ones are kept as `conflito`,
 * until both are the same or the agent chose.
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

/** Words that were written here and are in the other's no longer. */
const trocadoPor = ({ texto, escrito, trocado }: Palavras, descricao: string) =>
  texto === escrito && !descricao.includes(texto.trim()) ? texto : trocado

/** As many sent words are remembered: who is without an answer for longer tries again with the last. */
const remembered = 8

/** Pure. The words are on their way. */
export const sent = ({ texto, enviados }: Palavras): Pick<Palavras, 'enviados'> => ({
  enviados: enviados.at(-1) === texto ? enviados : [...enviados, texto].slice(-remembered),
})

/** Pure. The words kept in this browser beside the ticket as it stands now: what they were typed on may be gone. */
export function resume(rascunho: Rascunho | null, atendimento: Atendimento): Palavras {
  const none = { enviados: [], conflito: null, escrito: null, trocado: null }
  if (!rascunho) return { ...none, texto: atendimento.descricao, base: atendimento, origem: atendimento }
  const { texto, enviados, versao, descricao } = rascunho
  const origem = { versao, descricao }
  return reconcile({ ...none, texto, enviados, origem, base: { ...atendimento, ...origem } }, atendimento)
}
