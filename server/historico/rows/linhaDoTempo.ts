import { sql } from 'kysely'
import { presentAutor } from '../../auditoria/rows/readAuditoria.ts'
import type { Acao } from '../../auditoria/wire.ts'
import type { Database } from '../../database/database.ts'
import {
  cast,
  choose,
  db,
  eb,
  jsonRows,
  none,
  type Place,
  statement,
  truth,
  unionAll,
} from '../../database/statement.ts'
import { lastInstant } from '../../http/wire.ts'
import { conversaSegundos } from '../../ligacao/rules/conversa.ts'
import { formatProtocolo } from '../../protocolo/rules/protocolo.ts'
import { formatTelefone } from '../../telefone/rules/formatTelefone.ts'
import { type AposLinha, type ItemDaLinha, type TipoLinha, tipoLinha } from '../wire.ts'
import { type LinhaView, linhaPage, lugarDe, type ParteRow, partes } from './linhaPartes.ts'

/** The action that is put on record when a timeline is shown. */
export const acaoHistorico: Acao = 'historico_aberto'

interface LinhaAsked extends LinhaView {
  /** The call that led to the timeline: the user's own, of this customer. Null: none did. */
  ligacao: string | null
  /** The customer as the record names them: `cliente:17`. */
  alvo: string
  /** Without a call, an entry between these instants is enough: no further one is written. */
  since: Date
  until: Date
}

type The = Place<LinhaAsked>

/** Whether `ligacao` is a call of this user and this customer or, without a call, whether the customer exists. */
const shown = (the: The) =>
  choose(
    eb(cast(the('ligacao'), 'uuid'), 'is', null),
    eb.exists(eb.selectFrom('cliente as c').select('c.id_cliente').where('c.id_cliente', '=', the('id_cliente'))),
    eb.exists(
      eb
        .selectFrom('ligacao as l')
        .select('l.id')
        .where('l.id', '=', cast(the('ligacao'), 'uuid'))
        .where('l.usuario_id', '=', the('usuario_id'))
        .where('l.id_cliente', '=', the('id_cliente')),
    ),
  )

/** Whether showing it must still be put on record. Without a call, opening the customer's page counts as showing it. */
const unrecorded = (the: The) =>
  none(
    eb
      .selectFrom('auditoria as d')
      .select('d.id')
      .where('d.alvo', '=', the('alvo'))
      .where('d.usuario_id', '=', the('usuario_id'))
      .where((each) =>
        each.or([
          each.and([
            each('d.acao', '=', acaoHistorico),
            truth`${each.ref('d.detalhes')} ->> 'ligacao' = ${cast(the('ligacao'), 'uuid')}::text`,
          ]),
          each.and([
            each(cast(the('ligacao'), 'uuid'), 'is', null),
            each('d.acao', 'in', [acaoHistorico, 'cliente_aberto'] satisfies Acao[]),
            each('d.quando', '>', the('since')),
            each('d.quando', '<', the('until')),
          ]),
        ]),
      ),
  )

/** A page of these kinds of items. Each kind is read along an index from where the last page ended. */
const pageOf = (name: string, tipos: readonly TipoLinha[]) =>
  statement(`linha_do_tempo${name}`, (the: Place<LinhaAsked>) => {
    const found = unionAll(
      tipos.map((tipo) => partes[tipo](the).$castTo<ParteRow>()),
      'p',
    )
    const page = db
      .selectFrom(found)
      .selectAll('p')
      .orderBy('p.em', 'desc')
      .orderBy('p.lugar', 'desc')
      .orderBy('p.numero', 'desc')
      .orderBy('p.guid', 'desc')
      .limit(sql.lit(linhaPage + 1))
    return db.selectNoFrom([
      shown(the).$castTo<boolean>().as('shown'),
      unrecorded(the).$castTo<boolean>().as('unrecorded'),
      db
        .selectFrom(page.as('p'))
        .select(({ ref }) => {
          const order = (['em', 'lugar', 'numero', 'guid'] as const).map((each) => sql`${ref(`p.${each}`)} desc`)
          return jsonRows(ref('p.coisa'), ...order).as('json')
        })
        .as('coisas'),
    ])
  })

const pages = {
  tudo: pageOf('', tipoLinha.options),
  sem_faturamento: pageOf('_sem_faturamento', ['chamada', 'atendimento']),
  chamada: pageOf('_chamada', ['chamada']),
  atendimento: pageOf('_atendimento', ['atendimento']),
  faturamento: pageOf('_faturamento', ['faturamento']),
}

type Asked = Omit<LinhaAsked, 'em' | 'lugar' | 'guid' | 'numero'> & { apos: AposLinha | null }

/** The cursor of the first page: it is later than any item can be. */
const end = { em: lastInstant, lugar: tipoLinha.options.length, guid: null, numero: null }

const cursorOf = ({ em, id: { tipo, id } }: AposLinha) => ({
  ...{ em, lugar: lugarDe(tipo) },
  ...(typeof id === 'string' ? { guid: id, numero: null } : { guid: null, numero: id }),
})

/** The newest items after the cursor; null when there is no such customer, or no such call of the user's. */
export async function linhaDoTempo(
  { run }: Database,
  what: keyof typeof pages,
  { apos, ...asked }: Asked,
): Promise<{ itens: ItemDaLinha[]; unrecorded: boolean } | null> {
  const [row] = await run(pages[what], { ...asked, ...(apos ? cursorOf(apos) : end) })
  return row?.shown ? { itens: (row.coisas ?? []).map(present), unrecorded: row.unrecorded } : null
}

/** PostgreSQL's JSON spells instants in another way than the wire does. */
const iso = (instant: string) => new Date(instant).toISOString()
const isoOrNull = (instant: string | null) => instant && iso(instant)

function present(coisa: ParteRow['coisa']): ItemDaLinha {
  const em = iso(coisa.em)
  if (coisa.tipo === 'chamada') {
    const { encerrada_em, protocolo, contado, ...row } = coisa
    const atendida_em = isoOrNull(row.atendida_em)
    return {
      ...row,
      ...{ em, atendida_em },
      conversa_segundos: conversaSegundos({ ...row, atendida_em, encerrada_em }),
      telefone_formatado: contado && formatTelefone(contado.telefone),
      origem: contado?.origem ?? null,
      protocolo_formatado: protocolo && formatProtocolo(protocolo),
    }
  }
  if (coisa.tipo === 'atendimento') {
    const { protocolo, fechado_em, ...row } = coisa
    return { ...row, em, fechado_em: isoOrNull(fechado_em), protocolo_formatado: formatProtocolo(protocolo) }
  }
  const { usuario_id, token_id, usuario, token, estorno_de, ...row } = coisa
  return { ...row, em, estorno: estorno_de !== null, autor: presentAutor({ usuario_id, token_id, usuario, token }) }
}
