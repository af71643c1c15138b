import { type Parcela, planParcelas } from '#server/faturamento/rules/parcelas'
import { type EventoFaturamento, eventoFaturamentoRequest } from '#server/faturamento/wire/evento'
import { readReais, readValor } from '#server/faturamento/wire/valor'

/** The form as it stands, texts as they were typed. */
export interface Valores {
  id_cliente_servico: number | null
  id_tipo_servico: string
  tipo: '' | 'acrescimo' | 'desconto'
  descricao: string
  valor: string
  parcelado: boolean
  numero_total_parcelas: string
  mes_primeira_parcela: string
  ano_primeira_parcela: string
  proximo_faturamento: boolean
  mes_processar: string
  ano_processar: string
}
export type Campo = keyof Valores
export type Erros = Partial<Record<Campo, string>>

/** An empty form; months begin with the one after today's. */
export function novosValores(hoje: Date): Valores {
  const next = new Date(hoje.getFullYear(), hoje.getMonth() + 1, 1)
  const mes = String(next.getMonth() + 1)
  const ano = String(next.getFullYear())
  return {
    id_cliente_servico: null,
    id_tipo_servico: '',
    tipo: '',
    descricao: '',
    valor: '',
    parcelado: false,
    numero_total_parcelas: '',
    mes_primeira_parcela: mes,
    ano_primeira_parcela: ano,
    proximo_faturamento: true,
    mes_processar: mes,
    ano_processar: ano,
  }
}

/** The request's body: what does not apply is left out, and the amount is written as the wire has it. */
export function corpoDe(valores: Valores): Record<string, unknown> {
  const { id_cliente_servico, id_tipo_servico, tipo, descricao, valor, parcelado, proximo_faturamento } = valores
  const common = { id_cliente_servico, id_tipo_servico, tipo, descricao, valor: readReais(valor) ?? valor, parcelado }
  if (parcelado) {
    const { numero_total_parcelas, mes_primeira_parcela, ano_primeira_parcela } = valores
    return { ...common, numero_total_parcelas, mes_primeira_parcela, ano_primeira_parcela }
  }
  if (proximo_faturamento) return { ...common, proximo_faturamento }
  return { ...common, proximo_faturamento, mes_processar: valores.mes_processar, ano_processar: valores.ano_processar }
}

/** The contract's own judgement of the form, and the installments that an accepted one makes. */
export function julgar(
  valores: Valores,
): { evento: EventoFaturamento; parcelas: Parcela[]; erros?: undefined } | { evento?: undefined; erros: Erros } {
  const parsed = eventoFaturamentoRequest.safeParse(corpoDe(valores))
  if (!parsed.success) {
    const erros: Erros = {}
    for (const { path, message } of parsed.error.issues) erros[path[0] as Campo] ??= frase(message)
    return { erros: { ...erros, ...erroDoValor(valores.valor) } }
  }
  if (readReais(valores.valor) === null) return { erros: erroDoValor(valores.valor) }
  return { evento: parsed.data, parcelas: planParcelas(parsed.data.valor_centavos, parsed.data.cobranca) }
}

/** The installments as soon as amount and time are known, whatever else is missing; null before. */
export function previaDe(valores: Valores): Parcela[] | null {
  const julgado = julgar({ ...valores, id_cliente_servico: 1, id_tipo_servico: '1', tipo: 'desconto', descricao: '-' })
  return julgado.evento ? julgado.parcelas : null
}

/** What the interface says of a point and a comma is the wrong way round for who types the Brazilian way. */
function erroDoValor(typed: string): Erros {
  if (typed.trim() === '') return {}
  const wire = readReais(typed)
  if (wire === null) return { valor: 'Digite um valor como 10,30 ou 1.234,56' }
  const { mistake } = readValor(wire)
  return mistake === undefined ? {} : { valor: frase(mistake.replace('9999999.99', 'R$ 9.999.999,99')) }
}

const frase = (predicate: string) => {
  const said = predicate.startsWith('é obrigatório') ? 'obrigatório' : predicate.replaceAll('R$ 0.01', 'R$ 0,01')
  return said.charAt(0).toUpperCase() + said.slice(1)
}
