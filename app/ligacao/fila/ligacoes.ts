import { replaceEqualDeep } from '@tanstack/react-query'
import type { Ligacao } from '#server/ligacao/wire/ligacao'

/**
 * The newest version that this screen has seen of a call. Ended calls stay, so that a late event cannot reopen them.
 * `visto` is the `relogio` of the last change; `ausente`: the last snapshot did not have it.
 */
interface Entry {
  ligacao: Ligacao
  visto: number
  ausente: boolean
}

export interface LigacoesState {
  entries: Readonly<Record<string, Entry>>
  /** Open calls that the server has and this screen does not: a snapshot holds the latest only. */
  outras: number
  /** Counts actions. A snapshot is compared with the moment at which it was asked for. */
  relogio: number
}

export type LigacoesAction =
  | { type: 'evento'; ligacao: Ligacao }
  /** `pedidoEm` is `relogio` when the snapshot was asked for: calls changed since then may be newer than it. */
  | { type: 'retrato'; ligacoes: readonly Ligacao[]; outras?: number | undefined; pedidoEm: number }

export const noLigacoes: LigacoesState = { entries: {}, outras: 0, relogio: 0 }

/**
 * Pure. Events are taken by id and version, so duplicates, gaps and any order are harmless. A snapshot replaces what is
 * known, but never reopens a call that ended at a higher version.
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

/** The ids of the known open calls that are older than all calls of a snapshot, which could not hold them all. */
function olderThan(ligacoes: readonly Ligacao[], state: LigacoesState): string[] {
  const [oldest] = ligacoes.toSorted(inOrder)
  if (!oldest) return []
  return openLigacoes(state).flatMap((ligacao) => (inOrder(ligacao, oldest) < 0 ? ligacao.id : []))
}

/** Equal parts stay the same object, so that only changed parts re-render. */
const entryOf = (ligacao: Ligacao, visto: number, known: Entry | undefined): Entry => ({
  ligacao: ligacao.estado === 'aberta' ? replaceEqualDeep(known?.ligacao, ligacao) : tombstone(ligacao),
  visto,
  ausente: false,
})

/** Ended calls are kept all day, so they keep none of the data that only an open window shows. */
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

export const isOpen = (entry: Entry | undefined): boolean => entry?.ligacao.estado === 'aberta' && !entry.ausente

/** In the order of the queue. */
export function openLigacoes(state: LigacoesState): Ligacao[] {
  return Object.values(state.entries)
    .filter(isOpen)
    .map((entry) => entry.ligacao)
    .sort(inOrder)
}

/** By the first ring, which a retransmission does not change, then by id. */
const inOrder = (a: Ligacao, b: Ligacao) => a.aberta_em.localeCompare(b.aberta_em) || compareIds(a.id, b.id)

const compareIds = (a: string, b: string) => a.length - b.length || (a < b ? -1 : a > b ? 1 : 0)

/** The accessible name of a call's window. docs/interface.md: A window */
export const tituloDe = (ligacao: Ligacao) => `Chamada de ${ligacao.telefone_formatado}`

/** The customer's name, else the number. */
export const nomeDe = (ligacao: Ligacao) => ligacao.cliente?.nome_razaosocial ?? ligacao.telefone_formatado

/** The number beside `nomeDe`: '' for an unknown caller, whose name already is the number. */
export const telefoneAoLado = (ligacao: Ligacao) =>
  nomeDe(ligacao) === ligacao.telefone_formatado ? '' : ligacao.telefone_formatado

/** Pure. Whether the agent closed the call, on any of their screens. */
export const closedByAgent = ({ estado, encerrada_por }: Ligacao) =>
  estado === 'fechada' && encerrada_por !== 'central' && encerrada_por !== 'grupo'
