import http from 'node:http'
import { placeOf, type SealedTable } from '#server/cliente/rows/sealedColumns'
import type { Database } from '#server/database/database'
import { keyInForce } from '#server/database/sealed/keyInForce'
import { seal } from '#server/database/sealed/sealedText'
import { insertSession } from '../session.ts'
import type { Generated, Who } from './requests.ts'

/** A running desk, with its database and its tokens. */
export interface Target {
  url: string
  database: Database
  /** Secrets of two tokens: `all` has every scope, `none` has no scope. */
  tokens: { all: string; none: string }
  /** The lines of the log that are errors. */
  errors(): unknown[]
}

/** Longer than any answer takes, even on a slow machine: past this a request counts as hanging. */
const patienceMs = 60_000

/** The password of every service during the test. It may appear in the customer list only, in no other answer. */
export const planted = 'senha-plantada-que-tela-nenhuma-mostra'

export type Asker = Awaited<ReturnType<typeof openAsker>>

/**
 * Prepares what `ask` needs: sessions, tokens, ids from earlier answers, and the secrets that no answer may contain.
 */
export async function openAsker({ url, database, tokens, errors }: Target, atOnce: number) {
  const { pool } = database
  await plant(database, 'cliente_servico', 'id_cliente_servico')
  await plant(database, 'cliente_servico_senha', 'id_cliente_servico_senha')
  const cookies: Record<string, string> = {}
  for (const usuario of ['ana', 'clara', 'admin']) cookies[usuario] = await insertSession(database, usuario)
  const { rows: servicos } = await pool.query<{ id: number }>(
    'SELECT min(id_cliente_servico) AS id FROM cliente_servico',
  )
  const { rows } = await pool.query<{ secret: string }>(
    'SELECT senha_hash AS secret FROM conta UNION SELECT token FROM sessao UNION SELECT hash FROM token UNION SELECT valor FROM instalacao',
  )
  const secrets = [...rows.map(({ secret }) => secret).filter((secret) => secret?.length > 8), tokens.all, tokens.none]
  const agent = new http.Agent({ keepAlive: true, maxSockets: atOnce })
  return {
    url,
    agent,
    servico: String(servicos[0]?.id),
    cookies,
    tokens,
    secrets,
    errors,
    seen: { ligacoes: [] as string[], cursors: [] as string[], atendimentos: [] as string[] },
  }
}

/** Sets every password of the table to `planted`, encrypted as the desk does it. */
async function plant(database: Database, table: SealedTable, id: string) {
  const key = await keyInForce(database)
  const { rows } = await database.pool.query<{ id: number }>(`SELECT ${id} AS id FROM ${table}`)
  const ids = rows.map((row) => row.id)
  const texts = ids.map((each) => seal(key, placeOf(table, each), planted))
  await database.pool.query(
    `UPDATE ${table} t SET senha_cifrada = r.text FROM unnest($1::int[], $2::text[]) r (id, text) WHERE t.${id} = r.id`,
    [ids, texts],
  )
}

export interface Answer {
  status: number
  headers: http.IncomingHttpHeaders
  text: string
}

/** Sends one generated request. @throws when no answer comes */
export function ask(asker: Asker, { method, url, who, id, query, body: said, headers }: Generated): Promise<Answer> {
  const body = said && Buffer.from(said.toString('latin1').replace('"@servico"', asker.servico), 'latin1')
  const { ligacoes, cursors, atendimentos } = asker.seen
  const back = id.startsWith('@') ? Number(id.slice(1)) : -1
  const ofIt = url.includes('/ligacoes/') ? ligacoes : url.includes('/atendimentos/') ? atendimentos : []
  const named = back < 0 ? id : (ofIt.at(-1 - back) ?? String(back + 1))
  const asked = query.replaceAll('=@', () => `=${encodeURIComponent(cursors.at(-1) ?? '')}`)
  const path = `${url.replace(':id', named)}${asked === '' ? '' : `?${asked}`}`
  const given = {
    ...(body && { 'content-type': 'application/json', 'content-length': body.length }),
    ...credentials(asker, who, url),
    ...headers,
  }
  return new Promise((resolve, reject) => {
    const request = http.request(
      new URL(asker.url),
      { path, method, headers: given, agent: asker.agent, timeout: patienceMs },
      (response) => {
        const pieces: Buffer[] = []
        response.on('data', (piece) => pieces.push(piece))
        response.on('error', reject)
        response.on('end', () => {
          const answer = {
            status: response.statusCode ?? 0,
            headers: response.headers,
            text: Buffer.concat(pieces).toString(),
          }
          remember(asker, answer)
          resolve(answer)
        })
      },
    )
    request.on('timeout', () => request.destroy(new Error(`it hangs: no answer in ${patienceMs} ms`)))
    request.on('error', reject)
    request.end(body)
  })
}

/**
 * Routes that end a session, a token or a role, and the settings, which have limits of requests. They are sent without a
 * session: later requests must not be refused.
 */
export const endsTheRest = /sign-out|\/ajustes$|\/(encerrar|desativar|revogar)$|\/usuarios\/:id$/

function credentials({ cookies, tokens }: Asker, who: Who, url: string): Record<string, string> {
  const right: Who = url.includes('/integracao/')
    ? 'token'
    : url.includes('/auth/')
      ? 'nobody'
      : /ligacoes|atendimentos/.test(url)
        ? 'ana'
        : 'admin'
  const comer = who === 'right' ? right : who
  if (comer === 'token') return { authorization: tokens.all }
  if (comer === 'scopeless') return { authorization: `Bearer ${tokens.none}` }
  if (comer === 'garbage') return { authorization: 'Basic %%%', cookie: 'alo.session_token=%; ;=;alo.session_token' }
  if (endsTheRest.test(url)) return {}
  return cookies[comer] ? { cookie: cookies[comer] } : {}
}

/** Keeps what later requests refer to: ids of calls and tickets, and cursors of pages. */
function remember({ seen }: Asker, { headers, text }: Answer): void {
  const id = headers['x-ligacao-id']
  if (typeof id === 'string') seen.ligacoes = [...seen.ligacoes.slice(-5), id]
  const [, apos] = /"apos":"([^"]+)"/.exec(text) ?? []
  if (apos) seen.cursors = [...seen.cursors.slice(-5), apos]
  const [, atendimento] = /"atendimento":\{"id":(\d+)/.exec(text) ?? []
  if (atendimento) seen.atendimentos = [...seen.atendimentos.slice(-5), atendimento]
}
