import type { Database } from '../../database/database.ts'
import { cast, db, type Place, statement } from '../../database/statement.ts'
import { formatTelefone } from '../../telefone/rules/formatTelefone.ts'
import type { Toque } from '../wire/central.ts'

const last = statement('ligacao_last_ring', (the: Place<{ usuario_id: number; desde: Date }>) =>
  db
    .selectFrom('ligacao as l')
    .leftJoin('cliente as c', 'c.id_cliente', 'l.id_cliente')
    .select(['l.id as ligacao_id', 'l.tocada_em', 'l.telefone', 'c.nome_razaosocial as cliente'])
    .select(['l.toque_entregue', 'l.exibida_em', 'l.atendida_em', 'l.encerrada_em'])
    .where('l.usuario_id', '=', the('usuario_id'))
    .where('l.notificada_em', '>=', cast(the('desde'), 'timestamptz'))
    .orderBy('l.notificada_em', 'desc')
    .limit(1),
)

/** The newest ring of a user since an instant; null if there is none. */
export async function lastRingOf({ run }: Database, usuario_id: number, desde: Date): Promise<Toque | null> {
  const [row] = await run(last, { usuario_id, desde })
  if (!row) return null
  const { tocada_em, telefone, toque_entregue, exibida_em, atendida_em, encerrada_em, ...rest } = row
  return {
    ...rest,
    telefone_formatado: formatTelefone(telefone),
    tocou_em: tocada_em.toISOString(),
    entregue_em: toque_entregue?.toISOString() ?? null,
    exibida_em: exibida_em?.toISOString() ?? null,
    atendida_em: atendida_em?.toISOString() ?? null,
    encerrada_em: encerrada_em?.toISOString() ?? null,
  }
}

/** The key of a test ring begins with this; no exchange's key does. */
export const testKey = 'teste-do-alo-'

/** Whether the person's call is a test. */
export const isTest = async ({ prisma }: Database, usuario_id: number, id: string): Promise<boolean> =>
  (await prisma.ligacao.count({ where: { id, usuario_id, chave: { startsWith: testKey } } })) > 0
