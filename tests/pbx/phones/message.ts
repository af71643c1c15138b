/** A SIP message, with only what a telephone on the same machine needs. */
export interface Message {
  /** Request or status line. */
  first: string
  headers: [name: string, value: string][]
  body: string
}

export function parse(text: string): Message {
  const [head = '', body = ''] = text.split(/\r\n\r\n(.*)/s)
  const [first = '', ...lines] = head.split('\r\n')
  const headers = lines.map((line): [string, string] => {
    const at = line.indexOf(':')
    return [line.slice(0, at).trim(), line.slice(at + 1).trim()]
  })
  return { first, headers, body }
}

export function format({ first, headers, body }: Message): string {
  const lines = headers.map(([name, value]) => `${name}: ${value}`)
  return [first, ...lines, `Content-Length: ${Buffer.byteLength(body)}`, '', body].join('\r\n')
}

export const header = ({ headers }: Message, wanted: string) =>
  headers.find(([name]) => name.toLowerCase() === wanted.toLowerCase())?.[1] ?? ''

export const methodOf = ({ first }: Message) => (first.startsWith('SIP/2.0 ') ? null : (first.split(' ')[0] ?? ''))
export const statusOf = ({ first }: Message) => Number(first.split(' ')[1])
/** The key of a transaction: its branch and its method, because a CANCEL has the same branch as its INVITE. */
export const transactionOf = (message: Message) =>
  `${/branch=([^;\s]+)/.exec(header(message, 'Via'))?.[1]} ${header(message, 'CSeq').split(' ')[1]}`

export const uriIn = (value: string) => /<([^>]+)>/.exec(value)?.[1] ?? value.split(';')[0] ?? ''
export const tagIn = (value: string) => /;tag=([^;\s]+)/.exec(value)?.[1] ?? null

/** A session description that the exchange accepts, with a port on which nobody listens: no audio is needed. */
export const silence = (host: string) =>
  [
    'v=0',
    `o=- 1 1 IN IP4 ${host}`,
    's=-',
    `c=IN IP4 ${host}`,
    't=0 0',
    'm=audio 9 RTP/AVP 8',
    'a=rtpmap:8 PCMA/8000',
    'a=sendrecv',
    '',
  ].join('\r\n')
