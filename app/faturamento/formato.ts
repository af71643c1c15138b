import type { Mes } from '#server/faturamento/wire/evento'
import { formatReais } from '#server/faturamento/wire/valor'

export const meses = [
  'janeiro',
  'fevereiro',
  'março',
  'abril',
  'maio',
  'junho',
  'julho',
  'agosto',
  'setembro',
  'outubro',
  'novembro',
  'dezembro',
] as const

/** 'R$ 1.234,56' */
export const reais = (centavos: number) => `${centavos < 0 ? '-' : ''}R$ ${formatReais(Math.abs(centavos))}`

/** 'novembro de 2026'; an event without a month goes to the next billing. */
export const mesPorExtenso = (em: Mes | null) => (em ? `${meses[em.mes - 1]} de ${em.ano}` : 'próximo faturamento')

export const tipoPorExtenso = (tipo: 'acrescimo' | 'desconto') => (tipo === 'desconto' ? 'Desconto' : 'Acréscimo')
