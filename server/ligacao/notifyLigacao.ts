import type { ClienteResumoRow } from '../cliente/rows/resumo.ts'
import type { Desk } from '../desk.ts'
import { enqueue } from '../flow/keyedQueue.ts'
import { retryOptimistically } from '../flow/optimisticRetry.ts'
import { attend } from './attend.ts'
import { expireLigacoes } from './expireLigacoes.ts'
import { noteRing } from './noteRing.ts'
import { committing, publishLigacao, tellAttended, tellLigacao, tellPerdidas, wasTold } from './publishLigacao.ts'
import {
  askOf,
  mayBePlain,
  noteDecisao,
  type PbxMessage,
  queueOf,
  readCall,
  readMoved,
  refuseLate,
} from './readCall.ts'
import { endByCentral } from './rows/centralEnds.ts'
import { releaseKey } from './rows/endings.ts'
import { freshRow, presentLigacao } from './rows/ligacao.ts'
import type { CalledLigacao } from './rows/movedCalls.ts'
import { openLigacao, refreshLigacao, ringAgain } from './rows/openings.ts'
import { type Opened, openPlainCall } from './rows/plainRing.ts'
import { channelOf, type Evento, eventoOf, linkedidOf, type PbxCall } from './rules/call.ts'
import { bringsNews, decideEvento, decideNotify, type NotifiedCall } from './rules/decideNotify.ts'

interface Notified {
  /** The call's id, also when it is over already; null for an `evento` of a call that nobody knows. */
  ligacaoId: string | null
  /** Screens of the user that were told, as far as this process knows. */
  telas: number
}

/**
 * A PBX says that a call rings. It is committed before any screen hears of it, and a repetition opens no second window.
 * spec: Endpoints 1; docs/interface.md: Notify.
 * @throws Refusal with every mistake of the message; DatabaseSilentError when its turn did not come in time
 */
export function notifyLigacao(desk: Desk, message: PbxMessage): Promise<Notified> {
  // The call rings since its message arrived, however long the message waits for its turn.
  const [now, since] = [desk.now(), performance.now() - unreadMs(desk, message)]
  return enqueue(desk, queueOf(message), () =>
    retryOptimistically(() => {
      refuseLate(since)
      return attempt(desk, message, now)
    }),
  )
}

/**
 * How long a ring may have lain unread, where it matters: if this process stood still, the call may have ended at another
 * one long ago, and only a recent end holds a ring back. An `evento` rings nothing.
 */
const unreadMs = ({ others, database }: Desk, { sent }: PbxMessage) =>
  others.count > 0 && !eventoOf(sent.ligacao_params?.values) ? database.pool.stoodStillMs : 0

async function attempt(desk: Desk, message: PbxMessage, now: Date): Promise<Notified | undefined> {
  const { database, publisher } = desk
  const evento = eventoOf(message.sent.ligacao_params?.values)
  if (evento) return attemptEvento(desk, message, evento, now)
  const asked = askOf(desk, message, now)
  const id = asked.question.abrir
  const rang = (usuarioId: number, ligacaoId: string) =>
    noteRing(desk, {
      ...{ ligacaoId, usuarioId, telefone_chave: asked.call.telefone_chave, at: now.getTime() },
      linkedid: linkedidOf(message.sent.ligacao_params?.values),
      canal: channelOf(message.sent.ligacao_params?.values),
    })
  const opened = (call: NotifiedCall, { usuario, clientes }: Opened): Notified => {
    noteDecisao(message, 'abriu')
    const ligacao = presentLigacao(freshRow({ usuario, clientes }, call, id, now), asked.call.telefone_formatado)
    publishLigacao(desk, usuario.id, 'ligacao:aberta', ligacao)
    if (message.trace) message.trace.told = performance.now()
    rang(usuario.id, id)
    return { ligacaoId: id, telas: publisher.screensOf(usuario.id) }
  }
  const plain = mayBePlain(message) && (await committing(desk, id, now, () => openPlainCall(desk, asked.question)))
  if (plain) {
    if (message.trace) Object.assign(message.trace, { usuarioId: plain.usuario.id, clientes: plain.clientes.length })
    return opened(notified(asked.call, null, plain.clientes), plain)
  }

  const { usuario, named, facts, refusal } = await readCall(desk, message, asked.question)
  if (refusal) throw refusal
  const call = notified(asked.call, named, facts.clientes)
  const decision = decideNotify(call, { ...facts, named }, now)
  const told = (ligacaoId: string, telas = publisher.screensOf(usuario.id)) => ({ ligacaoId, telas })

  switch (decision.kind) {
    case 'open': {
      const write = () => openLigacao(database, usuario, id, call, now)
      if (!(await committing(desk, id, now, write))) return undefined
      return opened(call, { usuario, clientes: facts.clientes })
    }
    case 'missed': {
      const { again, marks } = decision
      const recorded = again
        ? await ringAgain(database, usuario, again, now, marks)
        : await openLigacao(database, usuario, id, call, now, marks)
      noteDecisao(message, 'cancelada_antes')
      if (recorded) tellPerdidas(desk, [usuario.id])
      return recorded ? told(again?.ligacao.id ?? id, 0) : undefined
    }
    case 'refresh': {
      const { ligacao, changes, rings } = decision
      const isLost = !wasTold(desk, ligacao)
      const write = async () => {
        if (!(await refreshLigacao(database, usuario, ligacao, changes, rings, now))) return false
        if (isLost) await tellLigacao(desk, ligacao.id, 'ligacao:aberta')
        else if (rings || bringsNews(ligacao, changes)) await tellLigacao(desk, ligacao.id, 'ligacao:atualizada')
        return true
      }
      // A repetition that is silent tells no ring, so it must not change which ring counts as told.
      const written = await (rings || isLost ? committing(desk, ligacao.id, now, write) : write())
      noteDecisao(message, rings ? 'tocou_de_novo' : 'repetida')
      if (written && rings) rang(usuario.id, ligacao.id)
      // With another number it is another caller who is attended.
      if (written && ligacao.atendida_em !== null && changes.telefone_chave !== ligacao.telefone_chave)
        tellAttended(desk, ligacao.id)
      return written ? told(ligacao.id) : undefined
    }
    case 'reopen': {
      const { ligacao } = decision
      const write = async () => {
        if (!(await ringAgain(database, usuario, decision, now))) return false
        await tellLigacao(desk, ligacao.id, 'ligacao:aberta')
        return true
      }
      if (!(await committing(desk, ligacao.id, now, write))) return undefined
      noteDecisao(message, 'reabriu')
      tellPerdidas(desk, [usuario.id])
      rang(usuario.id, ligacao.id)
      return told(ligacao.id)
    }
    case 'over':
      noteDecisao(message, 'atrasada')
      return told(decision.ligacao.id, 0)
    case 'expire':
      await expireLigacoes(desk)
      return undefined
    case 'release':
      await releaseKey(database, decision.ligacao)
      return undefined
  }
}

/** The exchange says that a call was taken or is over: nothing rings, no window opens. docs/interface.md: Notify. */
async function attemptEvento(
  desk: Desk,
  message: PbxMessage,
  evento: Evento,
  now: Date,
): Promise<Notified | undefined> {
  const { database, publisher } = desk
  const { call, question } = askOf(desk, message, now)
  const { usuario, facts, refusal } = await readCall(desk, message, question)
  const decide = (ligacoes: readonly CalledLigacao[]) => decideEvento(evento, call, ligacoes, now)
  const own = decide(facts.ligacoes.map((ligacao) => ({ ...ligacao, usuario })))
  const named = { chave: call.chave, telefone_chave: call.telefone_chave || null }
  const decision = own.kind === 'nothing' ? decide(await readMoved(desk, question, named, usuario.id)) : own
  if (decision.kind === 'nothing' && refusal) throw refusal
  noteDecisao(message, decidedEvento[decision.kind])
  if (decision.kind === 'nothing') return { ligacaoId: null, telas: 0 }
  const { ligacao } = decision
  const called = ligacao.usuario
  if (message.trace) message.trace.usuarioId = called.id
  if (decision.kind === 'attend' && !(await attend(desk, called.id, ligacao.id))) return undefined
  if (decision.kind === 'end') {
    const ended = await endByCentral(database, called, ligacao, { estado: 'fechada', caiu: question.caiu }, now)
    if (!ended) return undefined
    publishLigacao(desk, called.id, 'ligacao:encerrada', presentLigacao(ended))
  }
  return { ligacaoId: ligacao.id, telas: ligacao.estado === 'aberta' ? publisher.screensOf(called.id) : 0 }
}

const decidedEvento = { attend: 'atendida', end: 'encerrada', known: 'ja_sabida', nothing: 'desconhecida' } as const

/** The call as it is stored. Its customer is the one that the PBX named, else the only one with its telephone. */
function notified(
  { telefone_formatado: _, ...call }: PbxCall,
  named: number | null,
  clientes: readonly ClienteResumoRow[],
): NotifiedCall {
  const only = clientes.length === 1 ? (clientes[0]?.id_cliente ?? null) : null
  return { ...call, id_cliente: named ?? only }
}
