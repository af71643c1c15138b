import { eventoFaturamentoAnswer } from '#server/faturamento/wire/evento'
import { autoresAnswer, estornoAnswer, ledgerAnswer, totaisAnswer } from '#server/faturamento/wire/ledger'
import { tipoServicoAnswer, tiposServicoGeridosAnswer } from '#server/faturamento/wire/tipoServico'
import { request } from '../ui/request.ts'

const base = '/api/painel/faturamento'
const tipos = '/api/painel/tipos_servico'
const of = (signal: AbortSignal) => ({ signal })

/** Billing on the screens' own interface. `query` is the filters as the address has them. */
export const faturamento = {
  registrar: (body: object, chave: string) =>
    request(eventoFaturamentoAnswer, base, { method: 'POST', body, headers: { 'idempotency-key': chave } }),

  page: (query: string, apos: string | null, signal: AbortSignal) =>
    request(ledgerAnswer, `${base}?${query}${apos ? `&apos=${encodeURIComponent(apos)}` : ''}`, of(signal)),

  totais: async (query: string, signal: AbortSignal) =>
    (await request(totaisAnswer, `${base}/totais?${query}`, of(signal))).totais,

  autores: async (signal: AbortSignal) => (await request(autoresAnswer, `${base}/autores`, of(signal))).autores,

  exportHref: (query: string) => `${base}/exportar?${query}`,

  estornar: (id: number, body: { motivo: string; alcance: 'evento' | 'lancamento' }) =>
    request(estornoAnswer, `${base}/${id}/estorno`, { method: 'POST', body }),

  tipos: async (signal?: AbortSignal) =>
    (await request(tiposServicoGeridosAnswer, tipos, signal ? of(signal) : {})).tipos_servico,

  criarTipo: (body: { descricao: string; display: string }) =>
    request(tipoServicoAnswer, tipos, { method: 'POST', body }),

  mudarTipo: (id: number, ativo: boolean) =>
    request(tiposServicoGeridosAnswer, `${tipos}/${id}`, { method: 'POST', body: { ativo } }),
}
