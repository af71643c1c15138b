import type { Atendimento } from '#server/atendimento/wire'

/** The words on the screen beside the ticket as the server last told it. */
export interface Palavras {
  texto: string
  base: Atendimento
  /** The words of the request under way, so that its own echo is not taken for another tab's. */
  enviando: string | null
  /** Another tab's words that were set aside in favour of those typed here. */
  conflito: string | null
}

export const isUnsaved = (palavras: Palavras) => palavras.texto !== palavras.base.descricao

/**
 * Pure. Takes the ticket as it stands on the server. Older versions change nothing; where nothing was typed here since the
 * last save, the server's words are taken over; otherwise those typed here stay and the other ones are kept as `conflito`.
 */
export function reconcile(local: Palavras, remote: Atendimento): Palavras {
  if (remote.versao <= local.base.versao) return local
  if (!isUnsaved(local)) return { ...local, texto: remote.descricao, base: remote }
  const known = [local.base.descricao, local.enviando, local.texto]
  return { ...local, base: remote, conflito: known.includes(remote.descricao) ? local.conflito : remote.descricao }
}
