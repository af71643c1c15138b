import { invalid as invalidRequest, type Mistakes, tooMany, unauthenticated } from '../../refusal.ts'
import { internalError, invalidJson, notJson } from '../answer.ts'
import { badAddress, bodyTooLarge, databaseAway, refusalBody } from '../bareAnswer.ts'
import type { ErrorBody } from '../wire.ts'
import type { DocumentedRoute } from './document.ts'
import type { AnswerHeader } from './headers.ts'

/** The introduction of the document, in Markdown. */
export const introduction = `Notificação de ligações do PBX, consulta de clientes e eventos de faturamento.

- Envie o token em \`Authorization\`, com ou sem o prefixo \`Bearer\`. Cada token tem escopos: \`pbx\`, \`cliente\`, \`financeiro\`.
- Corpos são JSON, até 64 KiB, com \`Content-Type: application/json\`. \`null\` e \`""\` valem como ausente nos campos opcionais.
- Todo sucesso é 200 com \`status: "success"\`. Toda recusa tem \`status: "error"\`, uma frase em \`msg\`, todos os erros de uma
  vez em \`errors\` e, por campo, em \`campos\`, e o \`id_requisicao\` a citar ao pedir ajuda.
- Campos que esta especificação não nomeia são ignorados e listados em \`X-Campos-Ignorados\`.`

export const tags = [
  { name: 'PBX', description: 'Ligações: a janela de chamada do atendente. Escopo `pbx`.' },
  { name: 'Clientes', description: 'Consulta de clientes e seus serviços. Escopo `cliente`.' },
  { name: 'Financeiro', description: 'Eventos de faturamento. Escopo `financeiro`.' },
]

export const tokenScheme = {
  type: 'apiKey',
  in: 'header',
  name: 'Authorization',
  description: 'O token, com ou sem o prefixo Bearer.',
} as const

interface RefusalDescribed {
  description: string
  headers?: AnswerHeader[]
  example?: ErrorBody
}

const refusal = (msg: string, mistakes?: Mistakes) => refusalBody(msg, mistakes, '6e2c9f3a-1d40-4a8e-9a3b-0f6f3a1f2b77')

/** The refusals of an operation by status; all have the same shape. docs/interface.md: Errors. */
export const refusalsOf = (
  { escopo, invalid, unsure, refusals = [] }: Pick<DocumentedRoute, 'escopo' | 'invalid' | 'unsure' | 'refusals'>,
  hasBody: boolean,
): Record<string, RefusalDescribed> => ({
  ...(refusals.includes(304) && {
    304: {
      description: 'A lista é a mesma que a da etiqueta em `If-None-Match`',
      headers: ['ETag', 'X-Cache', 'Age'],
    },
  }),
  400: hasBody
    ? {
        description: 'O endereço tem um % que nada significa, ou o corpo está vazio ou não é JSON em UTF-8',
        example: refusal(invalidJson),
      }
    : { description: 'O endereço tem um % que nada significa', example: refusal(badAddress) },
  401: {
    description: 'Token ausente, desconhecido, vencido ou revogado',
    headers: ['WWW-Authenticate'],
    example: refusal(unauthenticated().message),
  },
  403: {
    description: 'O token não tem o escopo da operação, ou não vale a partir deste endereço',
    example: refusal(`O token não tem o escopo ${escopo}: peça um token com esse escopo ao administrador`),
  },
  ...(refusals.includes(409) && {
    409: {
      description: 'A mesma `Idempotency-Key` veio antes com outro corpo',
      example: refusal(
        'Esta Idempotency-Key já foi usada com outro corpo: repita o corpo original ou use uma chave nova',
      ),
    },
  }),
  ...(hasBody && {
    413: { description: 'O corpo passa de 64 KiB', example: refusal(bodyTooLarge) },
    415: { description: 'O corpo não veio como JSON, ou veio comprimido', example: refusal(notJson) },
  }),
  ...(invalid && {
    422: {
      description: 'Uma regra foi violada; todos os erros vêm juntos',
      example: refusal(
        invalidRequest({}).message,
        Object.fromEntries(Object.entries(invalid).map(([field, predicate]) => [field, [predicate]])),
      ),
    },
  }),
  429: {
    description: 'Requisições demais com este token, ou tokens errados demais vindos deste endereço',
    headers: ['Retry-After'],
    example: refusal(tooMany('Requisições demais com este token', 2).message),
  },
  500: {
    description: 'Erro interno; os detalhes ficam no registro do servidor',
    example: refusal(internalError),
  },
  503: {
    description: `O banco de dados não responde, ou há requisições demais à espera${unsure ? '; o pedido pode ter sido feito' : ''}`,
    headers: ['Retry-After'],
    example: refusal(databaseAway(unsure)),
  },
})
