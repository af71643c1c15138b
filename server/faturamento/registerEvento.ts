import { createHash, randomUUID } from 'node:crypto'

type Serialize = <T>(key: string, work: () => Promise<T>) => Promise<T>

import { invalid, type Mistakes, mistakesOf, Refusal, unauthenticated } from '../refusal.ts'
import type { FaturamentoFacts, faturamentoFacts } from './rows/facts.ts'
import type { EventoRegister } from './rows/register.ts'
import { type Autor, autorKey } from './rules/autor.ts'
import { checkIds } from './rules/checkIds.ts'
import { canonicalJson, maxIdempotencyKey } from './rules/idempotencia.ts'
import { mensagemRegistro } from './rules/mensagem.ts'
import { planParcelas } from './rules/parcelas.ts'
import { type EventoFaturamento, eventoFaturamentoRequest, readableIds } from './wire/evento.ts'

interface Deps {
  register: EventoRegister
  readFacts: ReturnType<typeof faturamentoFacts>
  serialize: Serialize
}

export interface RegisterInput {
  /** Parsed JSON, not yet judged. */
  body: unknown
  autor: Autor
  /** As the header said it; absent and empty are the same. */
  idempotencyKey: string | undefined
  now: Date
}

export interface Registered {
  /** The answer's whole JSON. */
  resposta: string
  /** An earlier request with this key did the work. */
  replayed: boolean
}

/** Each round either answers or finds the facts changed in between; past these something is broken. */
const maxRounds = 10

/**
 * Registers an event with all its installments, or none. With a key, a retry gets the first answer to the letter.
 * spec: Endpoints 4; DESIGN: Billing event.
 * @throws Refusal with every mistake of the request; conflict when the key came with another body
 */
export function registerEvento({ register, readFacts, serialize }: Deps) {
  async function decide(input: RegisterInput, chave: string | null): Promise<Registered> {
    const { body, autor, now } = input
    const parsed = eventoFaturamentoRequest.safeParse(body)
    const corpo = chave === null ? '' : createHash('sha256').update(canonicalJson(body)).digest('hex')
    const idempotency = chave === null ? null : { chave, corpo }
    for (let round = 0; round < maxRounds; round++) {
      if (parsed.success) {
        const resposta = await register.write({ ...planned(parsed.data), autor, idempotency, now })
        if (resposta !== null) return { resposta, replayed: false }
      }
      const ids = readableIds(body)
      const facts = await readFacts({ autor, ...ids, chave, now })
      if (!facts.tokenActive) throw unauthenticated()
      if (facts.remembered) return replay(facts.remembered, corpo)
      const mistakes: Mistakes = { ...(parsed.success ? {} : mistakesOf(parsed.error)), ...checkIds(ids, facts) }
      if (Object.keys(mistakes).length > 0) throw invalid(mistakes)
      if (chave !== null) await register.forgetOld(autor, chave, now)
    }
    throw new Error(`the facts of a registration changed ${maxRounds} times during one request`)
  }

  return async (input: RegisterInput): Promise<Registered> => {
    const chave = input.idempotencyKey?.trim() || null
    if (chave === null) return decide(input, null)
    if (chave.length > maxIdempotencyKey) {
      throw invalid({ 'Idempotency-Key': [`deve ter no máximo ${maxIdempotencyKey} caracteres`] })
    }
    // Requests of one key wait for each other here, so that they do not hold connections waiting in the database.
    return serialize(`${autorKey(input.autor)}|${chave}`, () => decide(input, chave))
  }
}

export type RegisterEvento = ReturnType<typeof registerEvento>

function planned(evento: EventoFaturamento) {
  const parcelas = planParcelas(evento.valor_centavos, evento.cobranca)
  const msg = mensagemRegistro(parcelas.length, evento.tipo, evento.valor_centavos)
  return { lancamento: randomUUID(), evento, parcelas, msg }
}

function replay(remembered: NonNullable<FaturamentoFacts['remembered']>, corpo: string): Registered {
  if (remembered.corpo === corpo) return { resposta: remembered.resposta, replayed: true }
  throw new Refusal(
    'conflict',
    'Esta Idempotency-Key já foi usada com outro corpo: repita o corpo original ou use uma chave nova',
  )
}
