import { createListeners } from '../../ui/listeners.ts'
import { awaitField } from '../../ui/parts/awaitedField.ts'
import type { LigacoesStore } from './ligacoesStore.ts'

export type Acao = { acao: 'abrir' | 'atender' | 'fechar' | 'reabrir' } | { acao: 'cliente'; id_cliente: number }

/** The agent's actions on one call. */
interface Acoes {
  /** The first one is running, the others wait. */
  asked: readonly Acao[]
  /** The action whose result the focus follows, until the window shows the result or the action fails. */
  awaited: { acao: Acao; dropLetters?: () => string } | null
  /** `letters` tells the letters that were typed for its result: the next attempt takes them. */
  failed: { acao: Acao; error: Error; letters?: (() => string) | undefined } | null
}

export const noAcoes: Acoes = { asked: [], awaited: null, failed: null }

/** How long the window may take to show the result of an action that succeeded, in milliseconds. */
const drawnWithin = 5_000

export type AcoesStore = ReturnType<typeof createAcoesStore>

/**
 * One chain of actions per call, wherever on the desk they are asked for. They run one after the other: the socket may
 * draw the next step before the previous answer is here. The same action twice in a row counts once. After a failure
 * the waiting ones are dropped: they were meant for another state.
 */
export function createAcoesStore(ligacoes: LigacoesStore, keepLetters = awaitField) {
  const byId = new Map<string, Acoes>()
  const { tell, subscribe } = createListeners()

  const of = (id: string) => byId.get(id) ?? noAcoes
  const set = (id: string, change: Partial<Acoes>) => {
    const next = { ...of(id), ...change }
    if (next.asked.length > 0 || next.awaited || next.failed) byId.set(id, next)
    else byId.delete(id)
    tell()
  }
  return {
    of,
    subscribe,
    run: async (id: string, asked: Acao, perform: (acao: Acao) => Promise<unknown>): Promise<void> => {
      const before = of(id).asked
      if (isSame(before.at(-1), asked)) return
      const leaves = asked.acao === 'fechar' || asked.acao === 'reabrir'
      const notes = bringsNotes(asked, ligacoes.ligacao(id)?.atendimento != null)
      const typed = of(id).failed?.letters?.()
      const awaited = leaves ? null : { acao: asked, ...(notes && { dropLetters: keepLetters(null, typed) }) }
      set(id, { asked: [...before, asked], awaited, failed: null })
      if (before.length > 0) return
      for (let acao: Acao | undefined = asked; acao; acao = of(id).asked[0]) {
        const error = await perform(acao).then(
          () => null,
          (refusal: Error) => refusal,
        )
        const { dropLetters } = of(id).awaited ?? {}
        if (error) dropLetters?.()
        // A call that ended meanwhile shows no notes.
        else if (dropLetters) setTimeout(dropLetters, drawnWithin)
        if (!error) set(id, { asked: of(id).asked.slice(1) })
        else set(id, { asked: [], awaited: null, failed: { acao, error, letters: dropLetters } })
      }
    },
    /** The window shows the result; `goOn` moves the focus, if it is to be moved. */
    arrived: (id: string, goOn: () => void) => {
      const { awaited, failed } = of(id)
      // What failed is there all the same: only its answer was lost. It takes the letters as a next attempt would.
      const typed = failed?.letters?.()
      const dropLetters = typed ? keepLetters(null, typed) : awaited?.dropLetters
      goOn()
      dropLetters?.()
      set(id, { awaited: null, failed: null })
    },
  }
}

const isSame = (one: Acao | undefined, other: Acao) =>
  one?.acao === 'cliente' && other.acao === 'cliente' ? one.id_cliente === other.id_cliente : one?.acao === other.acao

const bringsNotes = ({ acao }: Acao, hasTicket: boolean) => acao === 'abrir' || (acao === 'cliente' && hasTicket)
