const text = (description: string, example: string) => ({ description, schema: { type: 'string' }, example })
const count = (description: string, example: number) => ({
  description,
  schema: { type: 'integer', minimum: 0 },
  example,
})

/** The headers of answers, defined once for all operations. */
export const componentHeaders = {
  'X-Ligacao-Id': text(
    'A chamada a que a mensagem levou; falta quando um cancelamento não fechou nenhuma janela, e no `evento` de uma chamada que ninguém conhece.',
    '0b9f4f0e-54c6-4cb0-9d51-5a8c64b7a1de',
  ),
  'X-Telas': count(
    'Telas do usuário que estão conectadas, até onde este processo sabe; 0 se a chamada já tinha terminado, ou se um cancelamento veio antes dela.',
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

/** Headers of answers, by their names in the document. */
export type AnswerHeader = keyof typeof componentHeaders

export const answerHeaders = (...names: AnswerHeader[]) =>
  Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]))
