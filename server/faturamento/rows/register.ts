import { sql } from 'kysely'
import type { Acao } from '../../auditoria/wire.ts'
import type { Database } from '../../database/database.ts'
import { cast, db, jsonTable, none, type Place, statement } from '../../database/statement.ts'
import { isReferenceBroken, isTaken } from '../../database/violates.ts'
import type { Parcela } from '../rules/parcelas.ts'
import type { Autor } from '../rules/registration.ts'
import type { EventoFaturamento, TipoEvento } from '../wire/evento.ts'
import { type Asked, asked, remembered, servicoExists, tipoAtivo, tokenLives } from './registrationFacts.ts'

interface Registration {
  /** UUID that the installments of this registration share. */
  lancamento: string
  evento: EventoFaturamento
  parcelas: readonly Parcela[]
  autor: Autor
  /** The answer's `msg`, as it is remembered. */
  msg: string
  /** The value of `Idempotency-Key`, null without one, and the digest of the body it came with. */
  chave: string | null
  corpo: string
  now: Date
}

interface Values extends Asked {
  usuarioId: number | null
  ip: string
  lancamento: string
  tipo: TipoEvento
  descricao: string
  proximo_faturamento: boolean
  /** JSON of an array of `ParcelaRow`. With array parameters PostgreSQL would plan every registration anew. */
  parcelas: string
  total_parcelas: number
  /** The message as a JSON string. */
  msg: string
  alvo: string
  /** JSON. */
  detalhes: string
  corpo: string
}

interface ParcelaRow {
  parcela: number
  valor_centavos: number
  mes: number | null
  ano: number | null
}

const eventoColumns = [
  ...['usuario_id', 'token_id', 'lancamento', 'id_cliente_servico', 'id_tipo_servico', 'tipo', 'descricao'],
  ...['proximo_faturamento', 'parcela', 'total_parcelas', 'valor_centavos', 'mes', 'ano', 'criado_em'],
] as const

/**
 * Checks and writes are one statement, and so one transaction and one round trip: either every installment, the entry
 * in the record and the remembered answer are written, or nothing is. It writes nothing when the token, the service,
 * the type or the key does not allow the request; `registrationFacts` then tells why.
 */
const registering = statement('faturamento_register', (the: Place<Values>) =>
  db
    .with('pode', (of) =>
      of
        .selectNoFrom(sql.lit(1).as('um'))
        .where(tokenLives(the))
        .where(servicoExists(the))
        .where(tipoAtivo(the))
        .where(none(remembered(the).select('i.corpo'))),
    )
    .with('eventos', (of) =>
      of
        .insertInto('evento_faturamento')
        .columns(eventoColumns)
        .expression((each) =>
          each
            .selectFrom([
              'pode',
              jsonTable<ParcelaRow, 'p'>(the('parcelas'), 'p', {
                parcela: 'int',
                valor_centavos: 'int',
                mes: 'int',
                ano: 'int',
              }),
            ])
            .select([
              cast(the('usuarioId'), 'int').as('usuario_id'),
              cast(the('tokenId'), 'int').as('token_id'),
              cast(the('lancamento'), 'uuid').as('lancamento'),
              cast(the('id_cliente_servico'), 'int').as('id_cliente_servico'),
              cast(the('id_tipo_servico'), 'int').as('id_tipo_servico'),
              cast(the('tipo'), '"TipoEvento"').as('tipo'),
              the('descricao').as('descricao'),
              the('proximo_faturamento').as('proximo_faturamento'),
              'p.parcela',
              cast(the('total_parcelas'), 'int').as('total_parcelas'),
              'p.valor_centavos',
              'p.mes',
              'p.ano',
              the('now').as('criado_em'),
            ]),
        )
        .returning(['id_evento_faturamento', 'parcela']),
    )
    .with('resposta', (of) =>
      of
        .selectFrom('eventos')
        .select(({ ref }) =>
          sql<string>`'{"status":"success","msg":' || ${the('msg')}::text || ',"eventos_faturamento":[' || string_agg(
            '{"id_evento_faturamento":' || ${ref('id_evento_faturamento')} || '}', ',' order by ${ref('parcela')}) || ']}'`.as(
            'texto',
          ),
        )
        .having(({ fn }) => fn.countAll(), '>', 0),
    )
    .with('registro', (of) =>
      of
        .insertInto('auditoria')
        .columns(['quando', 'usuario_id', 'token_id', 'ip', 'acao', 'alvo', 'detalhes'])
        .expression((each) =>
          each
            .selectFrom('resposta')
            .select([
              the('now').as('quando'),
              cast(the('usuarioId'), 'int').as('usuario_id'),
              cast(the('tokenId'), 'int').as('token_id'),
              the('ip').as('ip'),
              sql.lit('evento_faturamento_registrado' satisfies Acao).as('acao'),
              the('alvo').as('alvo'),
              cast(the('detalhes'), 'jsonb').as('detalhes'),
            ]),
        ),
    )
    .with('lembrada', (of) =>
      of
        .insertInto('idempotencia')
        .columns(['ator', 'chave', 'corpo', 'resposta', 'criado_em'])
        .expression((each) =>
          each
            .selectFrom('resposta')
            .select([
              the('ator').as('ator'),
              the('chave').as('chave'),
              the('corpo').as('corpo'),
              'texto',
              the('now').as('criado_em'),
            ])
            .where(the('chave'), '<>', sql.lit('')),
        ),
    )
    .selectFrom('resposta')
    .select('texto'),
)

/** The answer's JSON; null when nothing was written because the facts did not allow it. */
export async function writeRegistration({ run }: Database, registration: Registration): Promise<string | null> {
  const { lancamento, evento, parcelas, autor, msg, chave, corpo, now } = registration
  const { tipo, descricao, cobranca, valor_centavos } = evento
  const values: Values = {
    ...asked({ sent: evento, autor, chave, now }),
    usuarioId: autor.usuarioId,
    ip: autor.ip,
    lancamento,
    tipo,
    descricao,
    proximo_faturamento: cobranca.modo === 'proximo_faturamento',
    parcelas: JSON.stringify(parcelas.map(rowOf)),
    total_parcelas: parcelas.length,
    msg: JSON.stringify(msg),
    alvo: `cliente_servico:${evento.id_cliente_servico}`,
    detalhes: JSON.stringify({ lancamento, tipo, valor_centavos, parcelas: parcelas.length }),
    corpo,
  }
  try {
    const [written] = await run(registering, values)
    return written?.texto ?? null
  } catch (error) {
    // Another request with the same key was faster, or the service was deleted in the same instant.
    if (isTaken(error, 'idempotencia_pkey') || isReferenceBroken(error)) return null
    throw error
  }
}

const rowOf = ({ parcela, valor_centavos, em }: Parcela): ParcelaRow => ({
  parcela,
  valor_centavos,
  mes: em?.mes ?? null,
  ano: em?.ano ?? null,
})
