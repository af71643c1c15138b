import { invalid as invalidRequest, type Mistakes, tooMany, unauthenticated } from '../../refusal.ts'
import { internalError, invalidJson, notJson } from '../answer.ts'
import { badAddress, bodyTooLarge, databaseAway, refusalBody } from '../bareAnswer.ts'
import type { ErrorBody } from '../wire.ts'
import type { AnswerHeader, DocumentedRoute } from './document.ts'

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

const text = (description: string, example: string) => ({ description, schema: { type: 'string' }, example })
const count = (description: string, example: number) => ({
  description,
  schema: { type: 'integer', minimum: 0 },
  example,
})

/** The headers of answers, defined once for all operations. */
export const componentHeaders: Record<AnswerHeader, object> = {
  'X-Ligacao-Id': text(
    'A chamada a que a mensagem levou; falta quando um cancelamento não fechou nenhuma janela, e no `evento` de uma chamada que ninguém conhece.',
    '0b9f4f0e-54c6-4cb0-9d51-5a8c64b7a1de',
  ),
  'X-Telas': count(
    'Telas do usuário que estão conectadas, até onde este processo sabe; 0 se a chamada já terminou ou foi perdida.',
    1,
  ),
  'X-Cache': {
    description: '`MISS` para quem leu, `SHARED` para quem esperou junto, `HIT` para quem recebeu a lista guardada.',
    schema: { type: 'string', enum: ['MISS', 'SHARED', 'HIT'] },
    example: 'HIT',
  },
  Age: count('Segundos desde que a lista foi lida.', 12),
  ETag: text('Envie de volta em `If-None-Match` para receber 304 enquanto a lista for a mesma.', '"a3f1"'),
  'Retry-After': count('Segundos a esperar antes de tentar de novo.', 2),
  'WWW-Authenticate': text('O esquema de autenticação esperado.', 'Bearer realm="Alo"'),
  'X-Campos-Ignorados': text(
    'Nomes enviados que a especificação não tem, no máximo 20, codificados com %.',
    'fila, tronco',
  ),
  'Idempotency-Replayed': {
    description: '`true` quando a resposta é a de uma requisição anterior com a mesma chave.',
    schema: { type: 'string', enum: ['true'] },
    example: 'true',
  },
}

export const answerHeaders = (...names: AnswerHeader[]) =>
  Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]))

interface RefusalDescribed {
  description: string
  headers?: AnswerHeader[]
  example?: ErrorBody
  /** Only for operations with a body. */
  bodyOnly?: boolean
  /** Replaces description and example for operations without a body. */
  bodiless?: Pick<RefusalDescribed, 'description' | 'example'>
  /** Only for operations that declare it. */
  declaredOnly?: boolean
}

const refusal = (msg: string, mistakes?: Mistakes) => refusalBody(msg, mistakes, '6e2c9f3a-1d40-4a8e-9a3b-0f6f3a1f2b77')

/** The refusals by status; all have the same shape. docs/interface.md: Errors. */
export const refusals: Record<string, RefusalDescribed> = {
  304: {
    description: 'A lista é a mesma que a da etiqueta em `If-None-Match`',
    headers: ['ETag', 'X-Cache', 'Age'],
    declaredOnly: true,
  },
  400: {
    description: 'O endereço tem um % que nada significa, ou o corpo não é JSON ou está vazio',
    example: refusal(invalidJson),
    bodiless: { description: 'O endereço tem um % que nada significa', example: refusal(badAddress) },
  },
  401: {
    description: 'Token ausente, desconhecido, vencido ou revogado',
    headers: ['WWW-Authenticate'],
    example: refusal(unauthenticated().message),
  },
  409: {
    description: 'A mesma `Idempotency-Key` veio antes com outro corpo',
    example: refusal(
      'Esta Idempotency-Key já foi usada com outro corpo: repita o corpo original ou use uma chave nova',
    ),
    declaredOnly: true,
  },
  413: {
    description: 'O corpo passa de 64 KiB',
    example: refusal(bodyTooLarge),
    bodyOnly: true,
  },
  415: {
    description: 'O corpo não veio como JSON',
    example: refusal(notJson),
    bodyOnly: true,
  },
  429: {
    description: 'Requisições demais com este token, ou tokens errados demais vindos deste endereço',
    headers: ['Retry-After'],
    example: refusal(tooMany('Requisições demais com este token', 2).message),
  },
  500: {
    description: 'Erro interno; os detalhes ficam no registro do servidor',
    example: refusal(internalError),
  },
}

/** The refusals whose text each operation has of its own. */
export const refusalsOf = ({ escopo, invalid = {}, unsure }: DocumentedRoute): Record<string, RefusalDescribed> => ({
  403: {
    description: 'O token não tem o escopo da operação, ou não vale a partir deste endereço',
    example: refusal(`O token não tem o escopo ${escopo}: peça um token com esse escopo ao administrador`),
  },
  422: {
    description: 'Uma regra foi violada; todos os erros vêm juntos',
    example: refusal(
      invalidRequest({}).message,
      Object.fromEntries(Object.entries(invalid).map(([field, predicate]) => [field, [predicate]])),
    ),
  },
  503: {
    description: `O banco de dados não responde${unsure ? '; o pedido pode ter sido feito' : ''}`,
    headers: ['Retry-After'],
    example: refusal(databaseAway(unsure)),
  },
})
