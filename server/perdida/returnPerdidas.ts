import type { Who } from '../auditoria/rows/recordAuditoria.ts'
import type { Desk } from '../desk.ts'
import { tellPerdidas } from '../ligacao/publishLigacao.ts'
import { isLigacaoId } from '../ligacao/rules/call.ts'
import { seesAll, type Viewer } from '../ligacao/rules/viewer.ts'
import { notFound, Refusal } from '../refusal.ts'
import type { Acting } from './rows/namedCallers.ts'
import { feito } from './rows/perdidas.ts'
import { giveBackCaller, settleCallers, takeCaller, unsettleCallers } from './rows/perdidasActs.ts'

// What agents do about missed callers. A call stands for its caller: who has one of their calls acts on all of them.

type Returner = Viewer & Who

const acting = ({ now }: Desk, who: Returner): Acting => ({
  eu: who.usuarioId,
  equipe: seesAll(who),
  ip: who.ip,
  now: now(),
})

const gone = () => notFound('A chamada perdida')

/** Tells everybody whose calls changed, and the other screens of whoever changed them. */
const tell = (desk: Desk, { usuarioId }: Returner, { usuarios, mudadas }: { usuarios: number[]; mudadas: number }) => {
  if (mudadas > 0) tellPerdidas(desk, [usuarioId, ...usuarios])
}

/**
 * Takes over calling this caller back: everybody with a call of the caller sees who does it. Of two at one instant one
 * wins. Idempotent. docs/interface.md: Missed calls.
 * @throws Refusal not_found; conflict, with `assumida` in its body, when somebody else has the caller or it is settled
 */
export async function takePerdida(desk: Desk, who: Returner, id: string) {
  if (!isLigacaoId(id)) throw gone()
  const own = acting(desk, who)
  const taken = await takeCaller(desk.database, own, id)
  if (taken.achadas === 0) throw gone()
  tell(desk, who, taken)
  const assumida = feito(taken.nome, taken.usuario, taken.em)
  if (taken.dono !== null && taken.dono !== who.usuarioId)
    throw new Refusal('conflict', `${taken.nome} já assumiu este retorno`, {}, { assumida })
  if (taken.presas === 0) throw new Refusal('conflict', 'Este retorno já foi resolvido', {}, { assumida: null })
  return assumida
}

/**
 * Gives a caller back: an agent their own, a supervisor anybody's. Idempotent.
 * @throws Refusal not_found
 */
export async function giveBackPerdida(desk: Desk, who: Returner, id: string): Promise<void> {
  const given = isLigacaoId(id) ? await giveBackCaller(desk.database, acting(desk, who), id) : undefined
  if (!given || given.achadas === 0) throw gone()
  tell(desk, who, given)
}

/**
 * Settles all calls of these callers that had ended by `ate`, the instant at which the list was read: later ones stay
 * open. All or nothing, and idempotent; returns how many calls changed. docs/interface.md: Missed calls.
 * @throws Refusal not_found when the user may not settle one of the ids
 */
export async function settlePerdidas(desk: Desk, who: Returner, ids: readonly string[], ate: Date): Promise<number> {
  const settled = await settleCallers(desk.database, acting(desk, who), ids, ate)
  if (settled.achadas !== ids.length) throw gone()
  tell(desk, who, settled)
  return settled.mudadas
}

/** Reopens these calls, and all of their callers that were settled with them. Idempotent. @throws Refusal not_found */
export async function unsettlePerdidas(desk: Desk, who: Returner, ids: readonly string[]): Promise<number> {
  const undone = await unsettleCallers(desk.database, acting(desk, who), ids)
  if (undone.achadas !== ids.length) throw gone()
  tell(desk, who, undone)
  return undone.mudadas
}
