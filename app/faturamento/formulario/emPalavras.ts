import type { Parcela } from '#server/faturamento/rules/parcelas'
import type { EventoFaturamento } from '#server/faturamento/wire/evento'
import { mesPorExtenso, reais } from '../formato.ts'

/** What is about to happen, in words: read before it is done. */
export function emPalavras({ tipo, valor_centavos }: EventoFaturamento, parcelas: readonly Parcela[]): string {
  const oQue = `${tipo === 'desconto' ? 'Um desconto' : 'Um acréscimo'} de ${reais(valor_centavos)}`
  const [first] = parcelas
  const last = parcelas.at(-1)
  if (!first || !last) return oQue
  if (parcelas.length === 1)
    return first.em ? `${oQue}, em ${mesPorExtenso(first.em)}.` : `${oQue}, no próximo faturamento.`
  const quanto =
    first.valor_centavos === last.valor_centavos
      ? `de ${reais(first.valor_centavos)}`
      : `de ${reais(last.valor_centavos)} a ${reais(first.valor_centavos)}`
  const quando = `de ${mesPorExtenso(first.em)} a ${mesPorExtenso(last.em)}`
  return `${oQue}, em ${parcelas.length} parcelas ${quanto}, ${quando}.`
}
