import { randomUUID } from 'node:crypto'
import type { Desk } from '../desk.ts'
import { inTurn } from '../inTurn.ts'
import { publishLigacao } from './publishLigacao.ts'
import { type PbxMessage, queueOf, type ReadCall, readCall, refuseLate, takeTurns } from './readCall.ts'
import { expireWindows, recordMissed } from './rows/endings.ts'
import { freshRow, ligacaoById, presentLigacao } from './rows/ligacao.ts'
import { openLigacao, refreshLigacao } from './rows/openings.ts'
import { windowLifetimeMs } from './rules/call.ts'
import { bringsNews, decideNotify, type NotifiedCall, type NotifyDecision } from './rules/decideNotify.ts'

export interface Notified {
  /** Of the window, or of the call that is over already. */
  ligacaoId: string
  /** Screens of the user that were told, as far as this process knows. */
  telas: number
}

/**
 * A PBX says that a call rings. Committed before any screen hears of it; told twice, it stands once.
 * spec: Endpoints 1; docs/interface.md: Notify.
 * @throws Refusal with every mistake of the message; DatabaseBusyError when its turn did not come in time
 */
export function notifyLigacao(desk: Desk, message: PbxMessage): Promise<Notified> {
  // It rings since now, however long it waits for its turn.
  const now = desk.now()
  return inTurn(desk, queueOf(message), () =>
    takeTurns(() => {
      refuseLate(desk, now)
      return attempt(desk, message, now)
    }),
  )
}

async function attempt(desk: Desk, message: PbxMessage, now: Date): Promise<Notified | undefined> {
  const { database, publisher } = desk
  const id = randomUUID()
  const read = await readCall(desk, message, { now, openAs: id })
  const { usuario, facts } = read
  const call = notified(read)
  const decision: NotifyDecision = facts.opened ? { kind: 'open' } : decideNotify(call, facts, now)
  const told = (ligacaoId: string, telas = publisher.screensOf(usuario.id)) => ({ ligacaoId, telas })

  switch (decision.kind) {
    case 'open': {
      if (!facts.opened && !(await openLigacao(database, usuario, id, call, now))) return undefined
      const ligacao = presentLigacao(freshRow(read, call, id, now), read.call.telefone_formatado)
      publishLigacao(desk, usuario.id, 'ligacao:aberta', ligacao)
      return told(id)
    }
    case 'missed': {
      if (!(await recordMissed(database, usuario, id, call, decision.mark, now))) return undefined
      return told(id, 0)
    }
    case 'refresh': {
      const { ligacao, changes, rings } = decision
      if (!(await refreshLigacao(database, usuario, ligacao, changes, rings, now))) return undefined
      const news = rings || bringsNews(ligacao, changes)
      const row = news ? await ligacaoById(database, ligacao.id) : null
      if (row) publishLigacao(desk, usuario.id, 'ligacao:atualizada', presentLigacao(row))
      return told(ligacao.id)
    }
    case 'over':
      return told(decision.ligacao.id, 0)
    case 'expire':
      await expireWindows(database, new Date(now.getTime() - windowLifetimeMs), now)
      return undefined
  }
}

function notified({ call: { telefone_formatado: _, ...call }, named, facts }: ReadCall): NotifiedCall {
  const only = facts.clientes.length === 1 ? (facts.clientes[0]?.id_cliente ?? null) : null
  return { ...call, id_cliente: named ?? only }
}
