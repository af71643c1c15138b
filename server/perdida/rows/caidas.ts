import type { Database } from '../../database/database.ts'
import { build, ifGiven, none } from '../../database/statement.ts'
import { tellsCaller } from '../../ligacao/rows/ligacao.ts'
import { formatProtocolo } from '../../protocolo/rules/protocolo.ts'
import { formatTelefone } from '../../telefone/rules/formatTelefone.ts'
import { callerOf, returnWithinMs } from '../rules.ts'
import type { Caida } from '../wire.ts'
import { brokeOff } from './missed.ts'
import { feito } from './perdidas.ts'

/** Conversations that broke off and that nobody took up again, the latest first: unsettled, and their ticket not closed. */
export async function caidasOf(
  { query }: Database,
  { usuarioId, since, size }: { usuarioId: number | null; since: Date; size: number },
): Promise<Caida[]> {
  const rows = await query(
    build
      .selectFrom('ligacao as l')
      .innerJoin('usuario as u', 'u.id', 'l.usuario_id')
      .leftJoin('cliente as c', 'c.id_cliente', 'l.id_cliente')
      .leftJoin('usuario as p', 'p.id', 'l.assumida_por')
      .leftJoin('atendimento as t', 't.ligacao_id', 'l.id')
      .select(['l.id', 'l.telefone', 'l.telefone_chave', 'l.caida_em', 'l.id_cliente', 'c.nome_razaosocial'])
      .select(['u.nome', 'u.usuario', 'l.assumida_em', 'p.nome as assumida_nome', 'p.usuario as assumida_usuario'])
      .select('t.protocolo')
      .where('l.caida_em', 'is not', null)
      .where('l.tratada_em', 'is', null)
      .where('l.caida_em', '>=', since)
      .where(brokeOff('l'))
      .where('t.fechado_em', 'is', null)
      // The call that was attended since may have rung again, which wipes its `atendida_em`: this note tells it then.
      .where(({ or, eb, ref }) =>
        or([eb('l.atendida_depois_em', 'is', null), eb('l.atendida_depois_em', '<', ref('l.caida_em'))]),
      )
      .where(({ or, not, selectFrom }) => {
        const since = selectFrom('ligacao as a').select('a.id').whereRef('a.telefone_chave', '=', 'l.telefone_chave')
        return or([not(tellsCaller('l')), none(since.whereRef('a.atendida_em', '>=', 'l.caida_em'))])
      })
      .where(({ eb }) => ifGiven(usuarioId, (id) => eb('l.usuario_id', '=', id)))
      .orderBy('l.caida_em', 'desc')
      .orderBy('l.id', 'desc')
      .limit(size),
  )
  return rows.map((row) => {
    const caida_em = row.caida_em ?? since
    return {
      id: row.id,
      chamador: callerOf(row),
      telefone: row.telefone,
      telefone_formatado: formatTelefone(row.telefone),
      cliente:
        row.id_cliente === null || row.nome_razaosocial === null
          ? null
          : { id_cliente: row.id_cliente, nome_razaosocial: row.nome_razaosocial },
      assumida: feito(row.assumida_nome, row.assumida_usuario, row.assumida_em),
      usuario: { nome: row.nome, usuario: row.usuario },
      caida_em: caida_em.toISOString(),
      prazo_em: new Date(caida_em.getTime() + returnWithinMs).toISOString(),
      protocolo_formatado: row.protocolo && formatProtocolo(row.protocolo),
    }
  })
}
