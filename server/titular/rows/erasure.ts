import type pg from 'pg'
import { announceErased, announceScreens } from '../../acesso/rows/announce.ts'
import { recordOn } from '../../auditoria/rows/recordAuditoria.ts'
import { alone, announceClientes } from '../../cliente/rows/write/alone.ts'
import { holdServicos } from '../../cliente/rows/write/insert.ts'
import { foldText } from '../../cliente/rules/folded.ts'
import { pseudonimoDe } from '../../cliente/rules/pseudonimo.ts'
import type { Database } from '../../database/database.ts'
import { among, build, cast, column } from '../../database/statement.ts'
import { nobodyToldOf } from '../../ligacao/rows/columns.ts'
import { eraseRastros } from '../../rastro/rows/rastro.ts'
import { type Ask, eraseServicos } from './eraseServicos.ts'
import { atendimentosOfTitular, callsOf, chavesOf, lembretesOfTitular, notifiedFor, numerosOf } from './titular.ts'

/** Counts of what was deleted, and of what stays under the pseudonym. */
export interface Erased {
  telefones: number
  servicos_apagados: number
  servicos_mantidos: number
  ligacoes: number
  atendimentos: number
}

/** `just_called`: the traces of the exchange's last requests about them are not all written yet. */
type ErasureOutcome = Erased | 'no_cliente' | 'open_call' | 'just_called'

/** Longer than the trace of a request waits before it is written (`gatherMs` of noteRequest.ts). */
const writtenMs = 2_000

/**
 * Replaces a person by a pseudonym wherever the desk holds them, in one transaction. Services with billing events,
 * calls and tickets stay, so that they are still counted, without names, numbers, addresses and words.
 * docs/interface.md: Personal data.
 */
export const erasePerson = (database: Database, id: number, now: Date): Promise<ErasureOutcome> =>
  // Imports hold the same lock: none that judged its records before the erasure can write the person back after it.
  alone(database, async (client) => {
    const outcome = await erase(database, client, id, now)
    if (typeof outcome === 'object') await announceClientes(client)
    return outcome
  })

async function erase(database: Database, client: pg.ClientBase, id: number, now: Date): Promise<ErasureOutcome> {
  const ask: Ask = (query) => database.query(query, client)
  // Weaker than FOR UPDATE: writes of calls and tickets that refer to the customer do not wait for it, nor it for them.
  const [cliente] = await ask(
    build.selectFrom('cliente').select('id_cliente').where('id_cliente', '=', id).forNoKeyUpdate(),
  )
  if (!cliente) return 'no_cliente'
  const chaves = await chavesOf(database, id, client)
  const calls = await holdCalls(ask, id, chaves)
  if (calls.some(({ estado }) => estado === 'aberta')) return 'open_call'
  if (calls.some(({ mudou_em }) => now.getTime() - mudou_em.getTime() < writtenMs)) return 'just_called'
  const ids = calls.map((call) => call.id)
  const numeros = await numerosOf(database, id, ids, client)

  await eraseCalls(ask, id, ids)
  const atendimentos = await eraseAtendimentos(ask, id, { chaves, ids, now })
  const tickets = atendimentos.map((row) => row.id)
  const lembretes = await ask(
    build
      .deleteFrom('lembrete')
      .where(lembretesOfTitular(id, ids, tickets))
      .returning('usuario_id'),
  )
  await announceErased(client, id)
  await announceScreens(client, [...new Set([...atendimentos, ...lembretes].map(({ usuario_id }) => usuario_id))])
  const keys = calls.flatMap(({ chave }) => chave ?? [])
  await ask(
    build
      .deleteFrom('marca_cancelamento as m')
      .where((each) =>
        each.or([
          each('m.id_cliente', '=', id),
          among(column('marca_cancelamento', 'm', 'telefone_chave'), cast([...chaves, ...numeros], 'text[]')),
          among(column('marca_cancelamento', 'm', 'chave'), cast(keys, 'text[]')),
        ]),
      ),
  )
  await eraseRastros(database, { telefones: chaves, numeros, ligacoes: calls }, client)
  await holdServicos(database, client, [id])
  const servicos = await eraseServicos(ask, id)
  await ask(build.deleteFrom('cliente_telefone').where('id_cliente', '=', id))
  await pseudonymise(ask, id)
  await ask(
    build
      .insertInto('titular_eliminado')
      .values({ id_cliente: id, eliminado_em: now })
      .onConflict((on) => on.column('id_cliente').doUpdateSet({ eliminado_em: now })),
  )
  const counts: Erased = {
    telefones: chaves.length,
    ...servicos,
    ligacoes: calls.length,
    atendimentos: atendimentos.length,
  }
  const detalhes = { por: 'comando', ...counts }
  await recordOn(database, client, { acao: 'titular_eliminado', alvo: `cliente:${id}`, detalhes, quando: now })
  return counts
}

/**
 * The customer's calls, locked, so that none rings again and no window opens a ticket. Another customer's calls that were
 * notified with this one's id are locked with them, in the order of docs/decisions/0077.
 */
async function holdCalls(ask: Ask, id: number, chaves: readonly string[]) {
  const theirs = callsOf(id, chaves)
  const held = await ask(
    build
      .selectFrom('ligacao')
      .select(['id', 'estado', 'chave', 'telefone_chave', theirs.as('theirs')])
      .select(({ fn }) => fn<Date>('greatest', ['tocada_em', 'atendida_em', 'encerrada_em']).as('mudou_em'))
      .where((each) => each.or([theirs, notifiedFor('ligacao', id)]))
      .orderBy('id')
      .forUpdate(),
  )
  return held.filter((call) => call.theirs)
}

/** Empties the customer's calls, and takes the customer's id out of another's calls that were notified with it. */
async function eraseCalls(ask: Ask, id: number, ids: string[]): Promise<void> {
  await ask(
    build
      .updateTable('ligacao')
      .set(nobodyToldOf)
      .set((each) => ({ versao: each('versao', '+', 1) }))
      .where(among(column('ligacao', 'ligacao', 'id'), cast(ids, 'uuid[]'))),
  )
  await ask(build.updateTable('ligacao').set({ id_cliente_notificado: null }).where(notifiedFor('ligacao', id)))
}

/**
 * Empties the customer's tickets. A ticket that nobody was linked to gets the customer, too: words for it are refused
 * because they are erased.
 */
const eraseAtendimentos = (
  ask: Ask,
  id: number,
  { chaves, ids, now }: { chaves: string[]; ids: string[]; now: Date },
) =>
  ask(
    build
      .updateTable('atendimento')
      .set({ id_cliente: id, descricao: '', busca: '', telefone_chave: '', atualizado_em: now })
      .set((each) => ({ versao: each('versao', '+', 1) }))
      .where('id', 'in', (of) =>
        of
          .selectFrom('atendimento')
          .select('id')
          .where(atendimentosOfTitular(id, chaves, ids))
          .orderBy('id')
          .forUpdate(),
      )
      .returning(['id', 'usuario_id']),
  )

/** Leaves a pseudonym and no personal data in the customer's row. */
function pseudonymise(ask: Ask, id: number) {
  const nome = pseudonimoDe(id)
  return ask(
    build
      .updateTable('cliente')
      .set({ nome_razaosocial: nome, nome_fantasia: null, busca: foldText(nome), cpf_cnpj: '' })
      .set({ telefone_primario: '', telefone_secundario: '', telefone_terciario: '' })
      .set({ email_principal: null, email_secundario: null, rg: null, rg_emissao: null, data_nascmento: null })
      .set({ inscricao_municipal: null, inscricao_estadual: null })
      .where('id_cliente', '=', id),
  )
}
