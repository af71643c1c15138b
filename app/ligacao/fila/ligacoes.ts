import { replaceEqualDeep } from '@tanstack/react-query'
import type { Ligacao } from '#server/ligacao/wire/ligacao'

/**
 * What this screen knows of each call: the newest version seen. Ended calls stay as tombstones, so that a late event of an
 * earlier version cannot bring them back. `visto` counts when the entry was last touched; `ausente` means that a snapshot
 * no longer had it.
 */
interface Entry {
  ligacao: Ligacao
  visto: number
  ausente: boolean
}

export interface LigacoesState {
  entries: Readonly<Record<string, Entry>>
  /** Open calls that the server has and that are not here: of very many a snapshot has the latest. */
  outras: number
  /** Grows with each action; a snapshot is compared with the moment at which it was asked for. */
  relogio: number
}

export type LigacoesAction =
  | { type: 'evento'; ligacao: Ligacao }
  /** `pedidoEm` is `relogio` when the snapshot was asked for: calls heard of since then may be newer than it. */
  | { type: 'retrato'; ligacoes: readonly Ligacao[]; outras?: number | undefined; pedidoEm: number }

export const noLigacoes: LigacoesState = { entries: {}, outras: 0, relogio: 0 }

/**
 * Pure. Events are taken by id and version, so that duplicates, gaps and late ones are harmless and their order does not
 * matter. A snapshot replaces what is known, but never revives a call known to have ended at a higher version.
 */
export function ligacoesReducer(state: LigacoesState, action: LigacoesAction): LigacoesState {
  const relogio = state.relogio + 1
  if (action.type === 'evento') {
    const known = state.entries[action.ligacao.id]
    if (known && known.ligacao.versao >= action.ligacao.versao) return state
    const entries = { ...state.entries, [action.ligacao.id]: entryOf(action.ligacao, relogio, known) }
    return { relogio, outras: state.outras, entries }
  }
  const { outras = 0, ...snapshot } = action
  const kept = outras > 0 ? olderThan(snapshot.ligacoes, state) : []
  const entries = replaceWith(state, snapshot, kept, relogio)
  return { relogio, outras: Math.max(0, outras - kept.length), entries }
}

/** The open calls that a snapshot without room for all says nothing of. */
function olderThan(ligacoes: readonly Ligacao[], state: LigacoesState): string[] {
  const [oldest] = ligacoes.toSorted(inOrder)
  if (!oldest) return []
  return openLigacoes(state).flatMap((ligacao) => (inOrder(ligacao, oldest) < 0 ? ligacao.id : []))
}

/** What an event repeats stays the very same object, so that only what it changed is drawn anew. */
const entryOf = (ligacao: Ligacao, visto: number, known: Entry | undefined): Entry => ({
  ligacao: ligacao.estado === 'aberta' ? replaceEqualDeep(known?.ligacao, ligacao) : tombstone(ligacao),
  visto,
  ausente: false,
})

/** What is over is kept all day, and so without what only an open window shows. */
const tombstone = (ligacao: Ligacao): Ligacao => ({
  ...ligacao,
  ligacao_params: null,
  candidatos: [],
  cliente: ligacao.cliente && { ...ligacao.cliente, servicos: [] },
})

function replaceWith(
  state: LigacoesState,
  { ligacoes, pedidoEm }: { ligacoes: readonly Ligacao[]; pedidoEm: number },
  kept: readonly string[],
  relogio: number,
) {
  const entries: Record<string, Entry> = {}
  const stays = new Set(kept)
  for (const [id, entry] of Object.entries(state.entries))
    entries[id] = entry.visto > pedidoEm || stays.has(id) ? entry : { ...entry, ausente: true }
  for (const ligacao of ligacoes) {
    const known = entries[ligacao.id]
    const older = known && known.ligacao.versao > ligacao.versao
    entries[ligacao.id] = older ? { ...known, ausente: false } : entryOf(ligacao, relogio, known)
  }
  return entries
}

/** The calls that are open, in the order of the queue: by their first ring, which no repetition moves. */
export function openLigacoes(state: LigacoesState): Ligacao[] {
  return Object.values(state.entries)
    .filter((entry) => entry.ligacao.estado === 'aberta' && !entry.ausente)
    .map((entry) => entry.ligacao)
    .sort(inOrder)
}

/** A call's place is for life: its first ring, then its id. */
export const inOrder = (a: Ligacao, b: Ligacao) => a.aberta_em.localeCompare(b.aberta_em) || compareIds(a.id, b.id)

const compareIds = (a: string, b: string) => a.length - b.length || (a < b ? -1 : a > b ? 1 : 0)

/** The accessible name of a call's window. docs/interface.md: A window */
export const tituloDe = (ligacao: Ligacao) => `Chamada de ${ligacao.telefone_formatado}`

/** Who calls, as far as anybody knows: the customer, else the number. */
export const nomeDe = (ligacao: Ligacao) => ligacao.cliente?.nome_razaosocial ?? ligacao.telefone_formatado
