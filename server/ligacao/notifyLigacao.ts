import { randomUUID } from 'node:crypto'
import { type LigacaoDeps, type PbxMessage, queueKey } from './deps.ts'
import { paramsText, type ReadCall, readCall } from './readCall.ts'
import { type LigacaoRow, presentLigacao } from './rows/present.ts'
import { decideNotify, type NotifiedCall, type NotifyDecision } from './rules/decideNotify.ts'
import { windowLifetimeMs } from './rules/window.ts'
import { takeTurns } from './takeTurns.ts'

export interface Notified {
  /** Of the window, or of the call that is over already. */
  ligacaoId: string
  /** Screens of the user that were told, as far as this process knows. */
  telas: number
}

/**
 * A PBX says that a call rings. Committed before any screen hears of it; told twice, it stands once.
 * spec: Endpoints 1; DESIGN: Notify.
 * @throws Refusal with every mistake of the message
 */
export function notifyLigacao(deps: LigacaoDeps) {
  return (message: PbxMessage): Promise<Notified> =>
    deps.serialize(queueKey(message.body), () => takeTurns(() => attempt(deps, message)))
}

async function attempt(deps: LigacaoDeps, { body, tokenId, now }: PbxMessage): Promise<Notified | undefined> {
  const id = randomUUID()
  const read = await readCall(deps.readFacts, { body, tokenId, dddPadrao: deps.dddPadrao, now, openAs: id })
  const { usuario, facts } = read
  const call = calledBy(read)
  const decision: NotifyDecision = facts.opened ? { kind: 'open' } : decideNotify(call, facts, now)
  const told = (ligacaoId: string, telas = deps.publisher.screensOf(usuario.id)) => ({ ligacaoId, telas })

  switch (decision.kind) {
    case 'open': {
      if (!facts.opened && !(await deps.writer.open(usuario, id, call, now))) return undefined
      const opened = presentLigacao(newRow(read, call, id, now))
      deps.publisher.publish(usuario.id, 'ligacao:aberta', opened)
      return told(id)
    }
    case 'missed': {
      if (!(await deps.writer.missed(usuario, id, call, decision.mark, now))) return undefined
      return told(id, 0)
    }
    case 'refresh': {
      const { ligacao, changes, rings } = decision
      if (!(await deps.writer.refresh(usuario, ligacao, changes, rings, now))) return undefined
      const news =
        rings || Object.entries(changes).some(([name, value]) => ligacao[name as keyof typeof changes] !== value)
      const row = news ? await deps.reader.byId(ligacao.id) : null
      if (row) deps.publisher.publish(usuario.id, 'ligacao:atualizada', presentLigacao(row))
      return told(ligacao.id)
    }
    case 'over':
      return told(decision.ligacao.id, 0)
    case 'expire':
      await deps.lifecycle.expire(new Date(now.getTime() - windowLifetimeMs), now)
      return undefined
  }
}

function calledBy({ request, named, chave, telefone_chave, facts }: ReadCall): NotifiedCall {
  const only = facts.clientes.length === 1 ? (facts.clientes[0]?.id_cliente ?? null) : null
  return {
    chave,
    telefone_chave,
    telefone: request.telefone ?? null,
    ligacao_params: paramsText(request),
    id_cliente: named ?? only,
  }
}

/** The row as it was just written, so that the first sight of a window costs no further query. */
function newRow({ usuario, facts }: ReadCall, call: NotifiedCall, id: string, now: Date): LigacaoRow {
  return {
    ...call,
    id,
    versao: 1,
    estado: 'aberta',
    ramal: usuario.ramal,
    identificador_interno: usuario.identificador_interno,
    notificada_em: now,
    tocada_em: now,
    encerrada_em: null,
    clientes: facts.clientes,
    atendimento: null,
  }
}
