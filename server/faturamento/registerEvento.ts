import { createHash, randomUUID } from 'node:crypto'
import type { Desk } from '../desk.ts'
import { enqueue } from '../flow/keyedQueue.ts'
import { twice } from '../http/wire.ts'
import { invalid, type Judged, type Mistakes, Refusal, unauthenticated } from '../refusal.ts'
import { writeRegistration } from './rows/register.ts'
import { forgetAnswers, registrationFacts } from './rows/registrationFacts.ts'
import { planParcelas } from './rules/parcelas.ts'
import {
  type Autor,
  autorKey,
  canonicalJson,
  checkIds,
  type EventoSent,
  maxIdempotencyKey,
  mensagemRegistro,
} from './rules/registration.ts'
import type { EventoFaturamento } from './wire/evento.ts'

/** A request to register, its form already judged. */
interface EventoMessage extends Judged<EventoSent> {
  autor: Autor
  /** The header's value, each time that it came. An empty one counts as absent. */
  idempotencyKeys: readonly string[]
}

interface Registered {
  /** The answer's whole JSON. */
  resposta: string
  /** An earlier request with this key did the work. */
  replayed: boolean
}

/** Each round either answers or finds that the facts changed meanwhile. More rounds than this mean a bug. */
const maxRounds = 10

/**
 * Registers an event with all its installments, or none. With a key, a retry gets the first answer to the letter.
 * spec: Endpoints 4; docs/interface.md: Billing event.
 * @throws Refusal with every mistake of the request; conflict when the key came with another body
 */
export async function registerEvento(desk: Desk, message: EventoMessage): Promise<Registered> {
  const chave = message.idempotencyKeys[0] || null
  const mistake = mistakeOf(message.idempotencyKeys.length, chave)
  if (mistake !== null) {
    const mistakes = { ...message.mistakes, 'Idempotency-Key': [mistake] }
    return decide(desk, { ...message, sent: { ...message.sent, evento: undefined }, mistakes }, null)
  }
  if (chave === null) return decide(desk, message, null)
  // Requests of one key wait for each other here, so that they do not hold connections waiting in the database.
  return enqueue(desk, `evento|${autorKey(message.autor)}|${chave}`, () => decide(desk, message, chave))
}

/** What is wrong with a key that came so many times, if anything. */
function mistakeOf(times: number, chave: string | null): string | null {
  if (times > 1) return twice
  return chave !== null && chave.length > maxIdempotencyKey ? `deve ter no máximo ${maxIdempotencyKey} bytes` : null
}

async function decide(desk: Desk, { sent, mistakes, autor }: EventoMessage, chave: string | null): Promise<Registered> {
  const { database } = desk
  const now = desk.now()
  const corpo = chave === null ? '' : createHash('sha256').update(canonicalJson(sent.body)).digest('hex')
  for (let round = 0; round < maxRounds; round++) {
    if (sent.evento) {
      const resposta = await writeRegistration(database, { ...planned(sent.evento), autor, chave, corpo, now })
      if (resposta !== null) return { resposta, replayed: false }
    }
    const facts = await registrationFacts(database, { sent, autor, chave, now })
    if (!facts.tokenActive) throw unauthenticated()
    // A known key is judged before the mistakes, because a request that was answered once gets that answer again.
    if (facts.remembered) return replay(facts.remembered, corpo)
    const all: Mistakes = { ...mistakes, ...checkIds(sent, facts) }
    if (Object.keys(all).length > 0) throw invalid(all)
    if (chave !== null) await forgetAnswers(database, now, { ator: autorKey(autor), chave })
  }
  throw new Error(`the facts of a registration changed ${maxRounds} times during one request`)
}

function planned(evento: EventoFaturamento) {
  const parcelas = planParcelas(evento.valor_centavos, evento.cobranca)
  const msg = mensagemRegistro(parcelas.length, evento.tipo, evento.valor_centavos)
  return { lancamento: randomUUID(), evento, parcelas, msg }
}

function replay(remembered: { corpo: string; resposta: string }, corpo: string): Registered {
  if (remembered.corpo === corpo) return { resposta: remembered.resposta, replayed: true }
  throw new Refusal(
    'conflict',
    'Esta Idempotency-Key já foi usada com outro corpo: repita o corpo original ou use uma chave nova',
  )
}
