import type { TipoEvento } from '../wire/evento.ts'
import type { EventoListado } from '../wire/ledger.ts'

/** What `ledgerPageSql` gives. */
export interface LedgerRow {
  id_evento_faturamento: number
  lancamento: string
  tipo: TipoEvento
  descricao: string
  valor_centavos: number
  parcela: number
  total_parcelas: number
  proximo_faturamento: boolean
  mes: number | null
  ano: number | null
  criado_em: Date
  estorno_de: number | null
  motivo_estorno: string | null
  usuario_id: number | null
  token_id: number | null
  id_cliente_servico: number
  servico: string
  id_cliente: number
  codigo_cliente: number
  nome_razaosocial: string
  id_tipo_servico: number
  display: string
  usuario: string | null
  token: string | null
  estornado_por: number | null
}

export function presentEvento(row: LedgerRow): EventoListado {
  const { usuario_id, token_id, usuario, token, servico, display, id_tipo_servico, ...evento } = row
  const { id_cliente, codigo_cliente, nome_razaosocial, id_cliente_servico, criado_em, ...own } = evento
  return {
    ...own,
    criado_em: criado_em.toISOString(),
    cliente: { id_cliente, codigo_cliente, nome_razaosocial },
    servico: { id_cliente_servico, nome: servico },
    tipo_servico: { id_tipo_servico, display },
    autor: presentAutor({ usuario_id, token_id, usuario, token }),
  }
}

type AutorColumns = Pick<LedgerRow, 'usuario_id' | 'token_id' | 'usuario' | 'token'>

/** A user or a token by name; null when nobody is named. */
export function presentAutor({ usuario_id, token_id, usuario, token }: AutorColumns): EventoListado['autor'] {
  if (usuario_id !== null) return { tipo: 'usuario', nome: usuario ?? `Usuário ${usuario_id}` }
  if (token_id !== null) return { tipo: 'token', nome: token ?? `Token ${token_id}` }
  return null
}
