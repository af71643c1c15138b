import '../../ui/jitless.ts'
import * as z from 'zod'
import { clienteResumo, servicoResumo } from '#server/cliente/wire/resumo'
import { type Parcela, planParcelas } from '#server/faturamento/rules/parcelas'
import {
  type Campo,
  camposConhecidos,
  type EventoFaturamento,
  eventoFaturamentoRequest,
  type TipoEvento,
} from '#server/faturamento/wire/evento'
import type { TipoServicoGerido } from '#server/faturamento/wire/tipoServico'
import { readReais, readValor } from '#server/faturamento/wire/valor'
import { mesPorExtenso, reais } from '../../ui/format.ts'
import { noFuso } from '../../ui/fuso.ts'

/** The form's values: texts as typed, in the order of the fields. */
export interface Valores extends Record<Campo, unknown> {
  id_cliente_servico: number | null
  id_tipo_servico: string
  tipo: '' | TipoEvento
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
type Erros = Partial<Record<Campo, string>>

const escolha = z.object({
  cliente: clienteResumo.pick({ id_cliente: true, nome_razaosocial: true, codigo_cliente: true, servicos: true }),
  servico: servicoResumo,
})
export type ServicoEscolhido = z.infer<typeof escolha>

/** A choice that an older version of the page kept may lack what is drawn of it now. */
export const isServicoEscolhido = (kept: unknown): boolean => escolha.safeParse(kept).success

const mesDaMesa = noFuso({ month: 'numeric' })
const anoDaMesa = noFuso({ year: 'numeric' })

/** The values of a new form; its months begin with the month after `agora`, by the desk's calendar. */
export function novosValores(agora: Date | number): Valores {
  const [este, esteAno] = [Number(mesDaMesa(agora)), Number(anoDaMesa(agora))]
  const mes = String((este % 12) + 1)
  const ano = String(este === 12 ? esteAno + 1 : esteAno)
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

/** The request's body: fields that do not apply are left out, and the amount is in the wire's notation. */
export function corpoDe(valores: Valores): Record<string, unknown> {
  const { id_cliente_servico, id_tipo_servico, tipo, descricao, valor, parcelado, proximo_faturamento } = valores
  const common = { id_cliente_servico, id_tipo_servico, tipo, descricao, valor: readReais(valor) ?? valor, parcelado }
  if (parcelado) {
    const { numero_total_parcelas, mes_primeira_parcela, ano_primeira_parcela } = valores
    return {
      ...common,
      numero_total_parcelas: numero_total_parcelas.trim(),
      mes_primeira_parcela,
      ano_primeira_parcela: ano_primeira_parcela.trim(),
    }
  }
  if (proximo_faturamento) return { ...common, proximo_faturamento }
  const { mes_processar, ano_processar } = valores
  return { ...common, proximo_faturamento, mes_processar, ano_processar: ano_processar.trim() }
}

type Julgado =
  | { evento: EventoFaturamento; parcelas: Parcela[]; erros?: undefined }
  | { evento?: undefined; erros: Erros }

/** Judges the form by the wire's own schema. Mistakes come in the order of the fields. */
export function judgeValores(valores: Valores): Julgado {
  const parsed = eventoFaturamentoRequest.safeParse(corpoDe(valores))
  const doValor = erroDoValor(valores.valor)
  if (parsed.success && doValor === null)
    return { evento: parsed.data, parcelas: planParcelas(parsed.data.valor_centavos, parsed.data.cobranca) }
  const erros: Erros = {}
  for (const campo of camposConhecidos) {
    const said = parsed.error?.issues.find(({ path }) => path[0] === campo)?.message
    const missing = said?.startsWith('é obrigatório') || said === 'não pode ficar em branco'
    const erro = (campo === 'valor' && doValor) || (missing ? remedies[campo] : said && frase(said))
    if (erro) erros[campo] = erro
  }
  return { erros }
}

export const tipoDe = ({ id_tipo_servico }: Valores, tipos: readonly TipoServicoGerido[] = []) =>
  tipos.find((tipo) => String(tipo.id_tipo_servico) === id_tipo_servico)

/** What is wrong with the form as it is shown: a kept type may be out of use by now, or not be in the list. */
export function errosDe(valores: Valores, tipos: readonly TipoServicoGerido[] | undefined): Erros {
  if (!tipos && valores.id_tipo_servico)
    return { ...judgeValores(valores).erros, id_tipo_servico: 'A lista dos tipos ainda não veio: aguarde' }
  const tipo = tipoDe(valores, tipos)
  const { erros = {} } = judgeValores(tipo?.ativo ? valores : { ...valores, id_tipo_servico: '' })
  return tipo?.ativo === false ? { ...erros, id_tipo_servico: 'Está fora de uso: escolha outro' } : erros
}

/** The installments, as soon as amount and time are known, whatever else is missing; null before. */
export function previaDe(valores: Valores): Parcela[] | null {
  const julgado = judgeValores({
    ...valores,
    id_cliente_servico: 1,
    id_tipo_servico: '1',
    tipo: 'desconto',
    descricao: '-',
  })
  return julgado.evento ? julgado.parcelas : null
}

/** The interface's message about point and comma is the wrong way round for Brazilian notation. */
function erroDoValor(typed: string): string | null {
  if (typed.trim() === '') return null
  const wire = readReais(typed)
  if (wire === null) return 'Digite um valor como 10,30 ou 1.234,56'
  const { mistake } = readValor(wire)
  return mistake === undefined ? null : frase(mistake.replace('9999999.99', 'R$ 9.999.999,99'))
}

const remedies: Record<Campo, string> = {
  id_cliente_servico: 'Escolha o serviço: procure o cliente e escolha na lista',
  id_tipo_servico: 'Escolha o tipo de serviço',
  tipo: 'Escolha desconto ou acréscimo',
  descricao: 'Descreva o motivo',
  valor: 'Digite o valor, como 10,30',
  parcelado: 'Diga se é parcelado',
  numero_total_parcelas: 'Digite em quantas parcelas, de 1 a 999',
  mes_primeira_parcela: 'Escolha o mês da primeira parcela',
  ano_primeira_parcela: 'Digite o ano da primeira parcela, de 2000 a 2100',
  proximo_faturamento: 'Diga se é no próximo faturamento',
  mes_processar: 'Escolha o mês',
  ano_processar: 'Digite o ano, de 2000 a 2100',
}

const frase = (predicate: string) => {
  const said = predicate.replaceAll('R$ 0.01', 'R$ 0,01')
  return said.charAt(0).toUpperCase() + said.slice(1)
}

export function inWords({ tipo, valor_centavos }: EventoFaturamento, parcelas: readonly Parcela[]): string {
  const what = `${tipo === 'desconto' ? 'Um desconto' : 'Um acréscimo'} de ${reais(valor_centavos)}`
  const [first] = parcelas
  const last = parcelas.at(-1)
  if (!first || !last) return what
  if (parcelas.length === 1)
    return first.em ? `${what}, em ${mesPorExtenso(first.em)}.` : `${what}, no próximo faturamento.`
  const quanto =
    first.valor_centavos === last.valor_centavos
      ? `de ${reais(first.valor_centavos)}`
      : `de ${reais(last.valor_centavos)} a ${reais(first.valor_centavos)}`
  const quando = `de ${mesPorExtenso(first.em)} a ${mesPorExtenso(last.em)}`
  return `${what}, em ${parcelas.length} parcelas ${quanto}, ${quando}.`
}
