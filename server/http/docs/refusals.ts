import type { ErrorBody } from '../wire.ts'
import type { AnswerHeader } from './headers.ts'

interface RefusalDescribed {
  description: string
  headers?: AnswerHeader[]
  example?: ErrorBody
  /** Of operations with a body alone. */
  bodyOnly?: boolean
  /** Of operations that declare it alone. */
  declaredOnly?: boolean
}

function refusal(msg: string, campos: ErrorBody['campos'] = {}): ErrorBody {
  const errors = Object.values(campos).flat()
  return {
    status: 'error',
    msg,
    errors: errors.length > 0 ? errors : [msg],
    campos,
    id_requisicao: '6e2c9f3a-1d40-4a8e-9a3b-0f6f3a1f2b77',
  }
}

/** Every refusal has the one shape; these are its occasions. docs/interface.md: Errors. */
export const refusals: Record<string, RefusalDescribed> = {
  304: {
    description: 'A lista é a mesma que a da etiqueta em `If-None-Match`',
    headers: ['ETag', 'X-Cache', 'Age'],
    declaredOnly: true,
  },
  400: {
    description: 'O corpo não é JSON, ou está vazio',
    example: refusal('O corpo não é JSON válido: confira aspas, vírgulas e chaves'),
    bodyOnly: true,
  },
  401: {
    description: 'Token ausente, desconhecido, vencido ou revogado',
    headers: ['WWW-Authenticate'],
    example: refusal(
      'Token ausente, desconhecido, vencido ou revogado: envie um token válido no cabeçalho Authorization',
    ),
  },
  403: {
    description: 'O token não tem o escopo da operação',
    example: refusal('O token não tem o escopo pbx: peça um token com esse escopo ao administrador'),
  },
  409: {
    description: 'A mesma `Idempotency-Key` veio antes com outro corpo',
    example: refusal('Esta Idempotency-Key já foi usada com outro corpo'),
    declaredOnly: true,
  },
  413: {
    description: 'O corpo passa de 64 KiB',
    example: refusal('O corpo passa de 64 KiB: envie menos dados'),
    bodyOnly: true,
  },
  415: {
    description: 'O corpo não veio como JSON',
    example: refusal('Envie o corpo em JSON, com o cabeçalho Content-Type: application/json'),
    bodyOnly: true,
  },
  422: {
    description: 'Uma regra foi violada; todos os erros vêm juntos',
    example: refusal('Dados inválidos: corrija os campos indicados', {
      ramal: ['O campo ramal deve ter apenas dígitos (no máximo 20)'],
    }),
  },
  429: {
    description: 'Requisições demais com este token',
    headers: ['Retry-After'],
    example: refusal('Requisições demais com este token: tente de novo em 2 s'),
  },
  500: {
    description: 'Erro interno; os detalhes ficam no registro do servidor',
    example: refusal('Erro interno: tente de novo e, se continuar, informe o id_requisicao ao suporte'),
  },
  503: {
    description: 'O banco de dados não responde',
    headers: ['Retry-After'],
    example: refusal('O banco de dados não responde no momento: tente de novo em instantes'),
  },
}
