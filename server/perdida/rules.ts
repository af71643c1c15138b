import { callerKeyOf } from '../ligacao/rules/call.ts'
import { isPerdida } from '../ligacao/rules/isPerdida.ts'
import type { EstadoLigacao } from '../ligacao/wire/ligacao.ts'
import type { Situacao } from './wire.ts'

/** A conversation that broke off is to be taken up again within 180 seconds. docs/interface.md: Missed calls. */
export const returnWithinMs = 180_000

/** Without a period, the list shows the open calls of this many days, today included. */
export const undoneDays = 7

/** A call of a caller, missed or attended, whoever's it is. */
export interface CallerCall {
  id: string
  estado: EstadoLigacao
  telefone_chave: string
  notificada_em: Date
  atendida_em: Date | null
  exibida_em: Date | null
  toque_entregue: Date | null
  assumida_em: Date | null
  tratada_em: Date | null
  /** When its caller was first attended after it, if that is noted already; rows/attendedSince.ts. */
  atendida_depois_em: Date | null
}

/** Who calls: the telephone in whatever spelling. Whoever hides it is another caller each time. */
export const callerOf = (call: Pick<CallerCall, 'telefone_chave' | 'id'>) => callerKeyOf(call) || call.id

/** The call by which the missed one was settled: of the same caller, and attended after the missed one began to ring. */
const attendedAfter = <C extends CallerCall>(missed: C, calls: readonly C[]): C | undefined =>
  callerKeyOf(missed) === ''
    ? undefined
    : calls
        .filter(
          (each) =>
            each.telefone_chave === missed.telefone_chave &&
            each.atendida_em !== null &&
            each.atendida_em >= missed.notificada_em,
        )
        .sort((a, b) => Number(a.atendida_em) - Number(b.atendida_em))[0]

/** Whether somebody still has to call back. A note from before this ring is about an earlier one and does not count. */
export const situacaoOf = <C extends CallerCall>(missed: C, calls: readonly C[]): Situacao => {
  const { tratada_em, atendida_depois_em, notificada_em } = missed
  const noted = atendida_depois_em !== null && atendida_depois_em >= notificada_em
  return tratada_em !== null || noted || attendedAfter(missed, calls) ? 'resolvida' : 'aberta'
}

export interface PerdidaGroup<C> {
  chamador: string
  /** Newest first. */
  calls: [C, ...C[]]
  naoVistas: number
  /** The call of this caller that was taken over last; null when none was. */
  assumida: C | null
  /** The later call by which the newest was settled. */
  atendida: C | null
}

/** No connected screen was told of it, and none drew it. */
const isUnseen = ({ exibida_em, toque_entregue }: CallerCall) => exibida_em === null && toque_entregue === null

const newestFirst = (a: CallerCall, b: CallerCall) =>
  Number(b.notificada_em) - Number(a.notificada_em) || (a.id < b.id ? 1 : -1)

/**
 * Pure. The missed calls of one situation, a group for each caller, the group with the newest call first. `calls` are all of
 * these callers, attended ones and other people's among them, because they tell who took over and what is settled; the
 * groups hold what `shows` lets through.
 */
export function groupPerdidas<C extends CallerCall>(
  calls: readonly C[],
  situacao: Situacao,
  shows: (call: C) => boolean,
): PerdidaGroup<C>[] {
  const byCaller = new Map<string, C[]>()
  for (const call of calls) byCaller.set(callerOf(call), [...(byCaller.get(callerOf(call)) ?? []), call])
  const groups = [...byCaller].flatMap(([chamador, all]) => {
    const missed = all.filter(isPerdida).sort(newestFirst)
    const [newest, ...older] = missed.filter((call) => shows(call) && situacaoOf(call, all) === situacao)
    if (!newest) return []
    const shown: [C, ...C[]] = [newest, ...older]
    const [assumida = null] = missed
      .filter((call) => call.assumida_em !== null && situacaoOf(call, all) === situacao)
      .sort((a, b) => Number(b.assumida_em) - Number(a.assumida_em))
    const atendida = attendedAfter(newest, all) ?? null
    return [{ chamador, calls: shown, naoVistas: shown.filter(isUnseen).length, assumida, atendida }]
  })
  return groups.sort((a, b) => newestFirst(a.calls[0], b.calls[0]))
}
