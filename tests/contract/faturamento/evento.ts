import type { OutgoingHttpHeaders } from 'node:http'
import { demoToken } from '#server/demo/accounts'
import type { TestDesk } from '../../support/desk.ts'
import type { Answer } from '../../support/request.ts'

const eventoFaturamento = '/api/v1/integracao/financeiro/evento_faturamento'

/** A valid request about a service and a type of the demo, with the test's changes. */
export const evento = (change: Record<string, unknown> = {}) => ({
  id_cliente_servico: 1,
  id_tipo_servico: 1,
  tipo: 'desconto',
  descricao: 'Dois dias sem sinal',
  valor: 10.3,
  parcelado: false,
  proximo_faturamento: true,
  ...change,
})

export const parcelado = (valor: unknown, total: unknown, change: Record<string, unknown> = {}) =>
  evento({
    valor,
    parcelado: true,
    numero_total_parcelas: total,
    mes_primeira_parcela: 11,
    ano_primeira_parcela: 2026,
    ...change,
  })

interface EventoRow {
  id_evento_faturamento: number
  lancamento: string
  tipo: string
  descricao: string
  valor_centavos: number
  parcela: number
  total_parcelas: number
  proximo_faturamento: boolean
  mes: number | null
  ano: number | null
  usuario_id: number | null
  token_id: number | null
  estorno_de: number | null
}

export function ledger({ send, database, cookie }: TestDesk) {
  return {
    /** The ids of some service and some service type. */
    async anyIds() {
      const { id_cliente_servico } = await database.prisma.clienteServico.findFirstOrThrow()
      const { id_tipo_servico } = await database.prisma.tipoServico.findFirstOrThrow()
      return { id_cliente_servico, id_tipo_servico }
    },
    register: (body: unknown, headers: OutgoingHttpHeaders = {}, authorization: string | undefined = demoToken) =>
      send({ path: eventoFaturamento, body, headers, authorization }),
    registerAs: async (usuario: string, body: unknown, headers: Record<string, string> = {}) =>
      send({ path: '/api/painel/faturamento', body, headers: { cookie: await cookie(usuario), ...headers } }),
    /** The rows whose ids are in the answer, in the answer's order. */
    async rowsOf(answer: Answer): Promise<EventoRow[]> {
      const ids = answer.json.eventos_faturamento.map((each: EventoRow) => each.id_evento_faturamento)
      const { rows } = await database.pool.query<EventoRow>(
        'SELECT e.* FROM evento_faturamento e JOIN unnest($1::int[]) WITH ORDINALITY i (id, n) ON id = id_evento_faturamento ORDER BY n',
        [ids],
      )
      return rows
    },
    async count(table: 'evento_faturamento' | 'auditoria' | 'idempotencia'): Promise<number> {
      const { rows } = await database.pool.query<{ n: number }>(`SELECT count(*)::int AS n FROM ${table}`)
      return rows[0]?.n ?? 0
    },
  }
}
