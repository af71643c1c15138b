import type { AnswerHeader, Example, Operation } from './document.ts'
import { clienteExample, clienteSoPacotes } from './examples.ts'

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

const conditional = {
  in: 'header',
  name: 'If-None-Match',
  description: 'A `ETag` da lista que você já tem',
  schema: { type: 'string' },
}

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
  [`GET ${base}/cliente/all`]: {
    operationId: 'listarClientes',
    description:
      'Sem parâmetros, todos os clientes. Sem `relacoes`, cada serviço traz as dez relações de sempre; com `relacoes`, só as listadas. O resultado fica guardado por um intervalo curto e é o mesmo para consultas iguais.',
    answers: {
      completa: { summary: 'Sem relacoes', value: { ...consultados, clientes: [clienteExample] } },
      pacotes: { summary: 'Com relacoes=pacotes', value: { ...consultados, clientes: [clienteSoPacotes] } },
    },
    headers: ['X-Cache', 'Age', 'ETag'],
    sent: [conditional],
  },
  [`GET ${base}/cliente`]: {
    operationId: 'procurarClientes',
    description: 'Procura clientes; daqui vem o `id_cliente_servico` de um evento de faturamento.',
    answers: { achado: { summary: 'Um cliente achado', value: { ...consultados, clientes: [clienteExample] } } },
    headers: [],
  },
}
