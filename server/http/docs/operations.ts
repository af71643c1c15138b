import type { Example, Operation } from './document.ts'
import type { AnswerHeader } from './headers.ts'

/** What the document says of an operation beyond its schemas. */
export interface Described {
  operationId: string
  description: string
  request?: Record<string, Example>
  answers: Record<string, Example>
  headers: AnswerHeader[]
  /** Headers that the caller may send. */
  sent?: NonNullable<Operation['parameters']>
}

const base = '/api/v1/integracao'
const consultados = { status: 'success', msg: 'Dados consultados com sucesso' }

const ligacoes: Record<string, Example> = {
  ramal: { summary: 'Pelo ramal, cliente a achar pelo telefone', value: { ramal: 101, telefone: '37999912222' } },
  cliente: {
    summary: 'Pelo identificador interno, cliente já identificado, com parâmetros da central',
    value: {
      identificador_interno: 'ana01',
      codigo_cliente: 10001,
      telefone: '5537999912222',
      ligacao_params: { uniqueid: '1700000000.42', fila: 'suporte' },
    },
  },
}

const idempotencyKey = {
  in: 'header',
  name: 'Idempotency-Key',
  description: 'Até 255 caracteres, por token, lembrada por 24 h: a repetição recebe a primeira resposta.',
  schema: { type: 'string', maxLength: 255 },
}

const evento = { id_cliente_servico: 1, id_tipo_servico: 1 }

export const operations: Record<string, Described> = {
  [`POST ${base}/pbx/ligacao/notificar`]: {
    operationId: 'notificarLigacao',
    description:
      'Abre a janela de chamada na tela do usuário. Exige `ramal` ou `identificador_interno`. Repetida, atualiza a mesma janela e nunca abre outra. A chave da chamada é `call_id`, `uniqueid`, `linkedid` ou `id` de `ligacao_params`.',
    request: ligacoes,
    answers: {
      notificada: { summary: 'Notificada', value: { status: 'success', msg: 'Ligação notificada com sucesso' } },
    },
    headers: ['X-Ligacao-Id', 'X-Telas'],
  },
  [`POST ${base}/pbx/ligacao/cancelar`]: {
    operationId: 'cancelarLigacao',
    description: 'A ligação foi perdida: fecha a janela, onde estiver aberta. Sem janela aberta também é sucesso.',
    request: ligacoes,
    answers: {
      cancelada: { summary: 'Cancelada', value: { status: 'success', msg: 'Ligação cancelada com sucesso' } },
    },
    headers: ['X-Ligacao-Id', 'X-Telas'],
  },
  [`POST ${base}/financeiro/evento_faturamento`]: {
    operationId: 'cadastrarEventoFaturamento',
    description:
      'Um acréscimo ou desconto, de uma vez ou em parcelas, que diferem em um centavo no máximo e somam exatamente o valor. Campos condicionais que não se aplicam são ignorados.',
    request: {
      parcelado: {
        summary: 'Acréscimo em três parcelas',
        value: {
          ...evento,
          tipo: 'acrescimo',
          descricao: 'Troca de equipamento',
          valor: 100,
          parcelado: true,
          numero_total_parcelas: 3,
          mes_primeira_parcela: 12,
          ano_primeira_parcela: 2026,
        },
      },
      proximo: {
        summary: 'Desconto no próximo faturamento',
        value: {
          id_cliente_servico: '1',
          id_tipo_servico: '1',
          tipo: 'desconto',
          descricao: 'Indisponibilidade do serviço',
          valor: 15.5,
          parcelado: false,
          proximo_faturamento: true,
        },
      },
      mes: {
        summary: 'Acréscimo em um mês',
        value: {
          ...evento,
          tipo: 'acrescimo',
          descricao: 'Visita técnica',
          valor: 80,
          parcelado: false,
          proximo_faturamento: false,
          mes_processar: 1,
          ano_processar: 2027,
        },
      },
    },
    answers: {
      parcelado: {
        summary: 'Três parcelas',
        value: {
          status: 'success',
          msg: '3 Evento(s) de Farturamento de acrescimo cadastrados com sucesso. VALOR TOTAL: R$ 100.00',
          eventos_faturamento: [
            { id_evento_faturamento: 51 },
            { id_evento_faturamento: 52 },
            { id_evento_faturamento: 53 },
          ],
        },
      },
      unico: {
        summary: 'Um evento',
        value: {
          status: 'success',
          msg: '1 Evento(s) de Farturamento de desconto cadastrados com sucesso. VALOR TOTAL: R$ 15.50',
          eventos_faturamento: [{ id_evento_faturamento: 54 }],
        },
      },
    },
    headers: ['Idempotency-Replayed'],
    sent: [idempotencyKey],
  },
  [`GET ${base}/configuracao/tipo_servico`]: {
    operationId: 'listarTiposServico',
    description: 'Os tipos de serviço ativos; daqui vem o `id_tipo_servico` de um evento de faturamento.',
    answers: {
      tipos: {
        summary: 'Um tipo',
        value: {
          ...consultados,
          tipos_servico: [{ id_tipo_servico: 1, descricao: 'Serviço avulso', display: 'Serviço avulso' }],
        },
      },
    },
    headers: [],
  },
}
