import { jsonBuildObject } from 'kysely/helpers/postgres'
import { admittedToken } from '../../acesso/rows/tokens.ts'
import type { Database } from '../../database/database.ts'
import { build, cast, columns, db, eb, type Place, statement } from '../../database/statement.ts'
import { addressOf } from '../../http/address.ts'
import { type Autor, autorKey, type EventoSent, rememberedSince } from '../rules/registration.ts'

/** The values by which the database judges whether a registration is allowed. */
export interface Asked {
  /** null for a person, whom the route's door has judged already. */
  tokenId: number | null
  /** The IP address of the request; null when it is not a valid one. */
  endereco: string | null
  /** 0, which no row has, when the request's id is not readable. The same holds for `id_tipo_servico`. */
  id_cliente_servico: number
  id_tipo_servico: number
  ator: string
  /** '' when no key was sent; no answer is ever remembered under ''. */
  chave: string
  now: Date
}

interface Asking {
  sent: Pick<Partial<EventoSent>, 'id_cliente_servico' | 'id_tipo_servico'>
  autor: Autor
  chave: string | null
  now: Date
}

export const asked = ({ sent, autor, chave, now }: Asking): Asked => ({
  tokenId: autor.tokenId,
  endereco: addressOf(autor.ip),
  id_cliente_servico: sent.id_cliente_servico ?? 0,
  id_tipo_servico: sent.id_tipo_servico ?? 0,
  ator: autorKey(autor),
  chave: chave ?? '',
  now,
})

export const tokenLives = (the: Place<Asked>) => {
  const token = admittedToken(the('tokenId'), the('now'), the('endereco'))
  return eb.or([eb(cast(the('tokenId'), 'int'), 'is', null), eb.exists(token)]).$castTo<boolean>()
}
export const servicoExists = (the: Place<Asked>) =>
  eb
    .exists(
      db
        .selectFrom('cliente_servico as s')
        .select('s.nome')
        .where('s.id_cliente_servico', '=', the('id_cliente_servico')),
    )
    .$castTo<boolean>()
export const tipoAtivo = (the: Place<Asked>) =>
  db.selectFrom('tipo_servico as t').select('t.ativo').where('t.id_tipo_servico', '=', the('id_tipo_servico'))
export const remembered = (the: Place<Asked>) =>
  db.selectFrom('idempotencia as i').where('i.ator', '=', the('ator')).where('i.chave', '=', the('chave'))

const facts = statement('faturamento_facts', (the: Place<Asked & { since: Date }>) =>
  db.selectNoFrom([
    tokenLives(the).as('tokenActive'),
    servicoExists(the).as('servicoExists'),
    tipoAtivo(the).as('tipoAtivo'),
    remembered(the)
      .where('i.criado_em', '>', the('since'))
      .select(jsonBuildObject(columns('idempotencia', 'i', ['corpo', 'resposta'])).as('json'))
      .as('remembered'),
  ]),
)

/** Reads the facts that tell why a registration wrote nothing, and the answer remembered for its key. */
export async function registrationFacts({ run }: Database, asking: Asking) {
  const [row] = await run(facts, { ...asked(asking), since: rememberedSince(asking.now) })
  if (!row) throw new Error('the facts query always gives one row')
  return row
}

/** Deletes remembered answers that are older than a day: all of them, or that of one key. Returns how many. */
export async function forgetAnswers(
  { query }: Database,
  now: Date,
  of?: { ator: string; chave: string },
): Promise<number> {
  const over = build.deleteFrom('idempotencia').where('criado_em', '<=', rememberedSince(now))
  const those = of ? over.where('ator', '=', of.ator).where('chave', '=', of.chave) : over
  return (await query(those.returning('chave'))).length
}
