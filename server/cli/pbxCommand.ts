import type { CliIo } from './io.ts'
import { UsageError } from './usage.ts'
import { noVerb, readArgs } from './verbs.ts'

const options = {
  ramal: { type: 'string' },
  'identificador-interno': { type: 'string' },
  telefone: { type: 'string' },
  'id-cliente': { type: 'string' },
  'codigo-cliente': { type: 'string' },
  'call-id': { type: 'string' },
  token: { type: 'string' },
  url: { type: 'string' },
} as const

/** Says over HTTP what a telephone exchange would say. Prints the answer's JSON. */
export async function runPbx([verb = '', ...args]: string[], io: CliIo, deskUrl: string): Promise<void> {
  const operation = { ring: 'notificar', cancel: 'cancelar' }[verb]
  if (!operation) throw noVerb(verb)
  const { values } = readArgs(args, options)
  if (!values.token) throw new UsageError('--token is missing: make one with token create --name pbx --scopes pbx')

  const callId = values['call-id']
  const body = {
    ramal: values.ramal,
    identificador_interno: values['identificador-interno'],
    telefone: values.telefone,
    id_cliente: values['id-cliente'],
    codigo_cliente: values['codigo-cliente'],
    ligacao_params: callId === undefined ? undefined : { call_id: callId },
  }
  const url = `${(values.url ?? deskUrl).replace(/\/+$/, '')}/api/v1/integracao/pbx/ligacao/${operation}`
  const answer = await fetch(url, {
    method: 'POST',
    headers: { authorization: values.token, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  }).catch((error: Error) => {
    throw new UsageError(`No desk answers at ${url} (${reasonOf(error)}). Is it running? Name another with --url.`)
  })
  io.out.write(`${await answer.text()}\n`)
  const screens = answer.headers.get('x-telas')
  if (screens !== null) io.err.write(`Call ${answer.headers.get('x-ligacao-id')}, told to ${screens} screen(s).\n`)
  if (!answer.ok) throw new UsageError(`The desk refused with status ${answer.status}.`)
}

/** fetch says what went wrong in the cause alone. */
const reasonOf = ({ cause, message }: Error) => (cause instanceof Error ? cause.message : message)
