import http from 'node:http'

export interface Request {
  method?: string
  path: string
  /** The whole Authorization header; left out when undefined. */
  authorization?: string | undefined
  /** Added to the usual headers; undefined removes one. */
  headers?: http.OutgoingHttpHeaders
  /** A string or a Buffer is sent unchanged, everything else as JSON. */
  body?: unknown
  /** Reuses this agent's connections. */
  agent?: http.Agent
}

export interface Answer {
  status: number
  headers: http.IncomingHttpHeaders
  text: string
  // biome-ignore lint/suspicious/noExplicitAny: tests look into whatever came
  json: any
}

/** Sends one request as given. A body adds only its length and the JSON content type, which `headers` may change. */
export function sendRequest(url: string, asked: Request): Promise<Answer> {
  const { method, path, authorization, headers, body, agent } = asked
  const raw = body === undefined || typeof body === 'string' || Buffer.isBuffer(body)
  const bytes = body === undefined ? undefined : raw ? (body as string | Buffer) : JSON.stringify(body)
  const given: http.OutgoingHttpHeaders = {
    ...(bytes !== undefined && { 'content-type': 'application/json', 'content-length': Buffer.byteLength(bytes) }),
    ...(authorization !== undefined && { authorization }),
    ...headers,
  }
  const all = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined))
  return new Promise((resolve, reject) => {
    const request = http.request(
      new URL(path, url),
      { method: method ?? (bytes === undefined ? 'GET' : 'POST'), headers: all, agent },
      (response) => {
        let text = ''
        response.setEncoding('utf8')
        response.on('data', (piece) => {
          text += piece
        })
        response.on('error', reject)
        response.on('end', () =>
          resolve({ status: response.statusCode ?? 0, headers: response.headers, text, json: parsed(text) }),
        )
      },
    )
    request.on('error', reject)
    request.end(bytes)
  })
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
