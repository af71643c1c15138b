import type { EstadoLigacao, Ligacao } from '#server/ligacao/wire/ligacao'

/** A call as a screen receives it. `id` must be a number: it is also the second at which the call rang. */
export const call = (id: string, versao: number, estado: EstadoLigacao = 'aberta'): Ligacao => ({
  id,
  versao,
  estado,
  ramal: '101',
  identificador_interno: 'ana01',
  telefone: '37999912222',
  telefone_formatado: '(37) 99991-2222',
  ligacao_params: null,
  origem: null,
  cliente: null,
  candidatos: [],
  atendimento: null,
  notificada_em: new Date(Date.UTC(2026, 0, 1, 0, 0, Number(id))).toISOString(),
  tocada_em: new Date(Date.UTC(2026, 0, 1, 0, versao)).toISOString(),
  aberta_em: new Date(Date.UTC(2026, 0, 1, 0, 0, Number(id))).toISOString(),
  atendida_em: null,
  incerta: false,
  encerrada_em: null,
  encerrada_por: null,
  grupo: null,
})
