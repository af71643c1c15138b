import type { Cobranca, Mes } from '../wire/evento.ts'

/** One installment. The form's preview and the server's rows are both computed by this file. spec: Endpoints 4. */
export interface Parcela {
  /** From 1. */
  parcela: number
  valor_centavos: number
  /** Null for the next billing. */
  em: Mes | null
}

/** Cents of each installment: they differ by at most one cent, the larger ones first, and add up to the total exactly. */
export function splitParcelas(totalCentavos: number, parcelas: number): number[] {
  const smaller = Math.floor(totalCentavos / parcelas)
  const larger = totalCentavos - smaller * parcelas
  return Array.from({ length: parcelas }, (_, index) => smaller + (index < larger ? 1 : 0))
}

/** The month that comes `meses` months later, across year ends. */
export function addMeses({ mes, ano }: Mes, meses: number): Mes {
  const months = ano * 12 + (mes - 1) + meses
  return { mes: (months % 12) + 1, ano: Math.floor(months / 12) }
}

/** One item per row to write, in order. */
export function planParcelas(totalCentavos: number, cobranca: Cobranca): Parcela[] {
  if (cobranca.modo === 'proximo_faturamento') return [{ parcela: 1, valor_centavos: totalCentavos, em: null }]
  if (cobranca.modo === 'mes') return [{ parcela: 1, valor_centavos: totalCentavos, em: cobranca.em }]
  return splitParcelas(totalCentavos, cobranca.total).map((valor_centavos, index) => ({
    parcela: index + 1,
    valor_centavos,
    em: addMeses(cobranca.primeira, index),
  }))
}
