import { timingSafeEqual } from 'node:crypto'
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http'
import { isIP } from 'node:net'
import { compile } from '@fastify/proxy-addr'
import { isLoopbackName } from './loopback.ts'

/** For a route of Fastify's own, beside the declared ones: open to anybody, and in no document. */
export const undocumented = { schema: { hide: true }, config: { access: 'anyone' } } as const

/** Whether the bytes are the same, in a time that does not depend on where they differ. */
export const isSame = (given: Buffer, right: Buffer) => given.length === right.length && timingSafeEqual(given, right)

/** The token in an Authorization header, with or without the Bearer scheme in any case; null when there is none. */
export function readAuthorization(header: string | undefined): string | null {
  const token = header?.trim().replace(/^bearer\s+/i, '') ?? ''
  return token === '' || /\s/.test(token) || token.length > 512 ? null : token
}

/**
 * Whether a browser's request comes from our own pages. Browsers always send Origin with a WebSocket, so a foreign page
 * cannot hide it. A picture or a link of a foreign page sends none, and the cookie goes with it if that page's host is of
 * the same site as ours (another port, a sister of our name): then Sec-Fetch-Site tells, which browsers send over TLS and
 * to this machine. Other programs send neither, and bring no user's cookie without the user's knowledge.
 */
export function isSameOrigin(
  { origin, host, 'sec-fetch-site': site }: IncomingHttpHeaders,
  publicUrl: string | undefined,
): boolean {
  if (site === 'same-site' || site === 'cross-site') return false
  if (origin === undefined) return true
  if (!URL.canParse(origin)) return false
  const { protocol, host: from } = new URL(origin)
  const home = publicUrl === undefined ? null : new URL(publicUrl)
  // Without TLS, anybody between the browser and the desk may have made the page.
  const isForged = home?.protocol === 'https:' && protocol !== 'https:' && from === home.host
  return origin === home?.origin || (from === host && !isForged)
}

/**
 * Whether a page belongs to the session's user, by whom the page `said` that it was drawn for. In another tab another may
 * have signed in, and the page must do nothing in their name. Other programs say nothing.
 */
export const isPageOf = (usuarioId: number, said: unknown): boolean =>
  said === undefined || said === usuarioId || said === `${usuarioId}`

/**
 * Whether a name in `Host` is one of the desk's: that of PUBLIC_URL, this machine's own, or an address. Any other name
 * resolves to the desk because its owner wants a page to read the desk's answers (DNS rebinding). Without PUBLIC_URL
 * every name is good. A missing name is good too, since browsers always send one. docs/interface.md: Connections.
 */
export function answersTo(publicUrl: string | undefined): (host: string | undefined) => boolean {
  const own = publicUrl && nameOf(new URL(publicUrl).host)
  if (!own) return () => true
  return (host) => {
    const name = host === undefined ? own : nameOf(host)
    return name === own || /(^|\.)localhost$/.test(name) || isIP(name.replace(/^\[|\]$/g, '')) !== 0
  }
}

/** The name of a host with or without a port, in the form in which it is compared. */
const nameOf = (host: string) =>
  URL.canParse(`http://${host}`) ? new URL(`http://${host}`).hostname.replace(/\.$/, '') : ''

/**
 * Whether the client reaches the desk by TLS, and browsers shall keep to it (HSTS): the public address says so, or a
 * trusted proxy does.
 */
export function forcesTls(publicUrl: string | undefined, trustProxy: string[] | false) {
  if (publicUrl !== undefined && new URL(publicUrl).protocol === 'https:') return () => true
  const believed = trustProxy === false ? () => false : compile(trustProxy)
  return ({ headers, socket }: IncomingMessage): boolean => {
    const protocols = headers['x-forwarded-proto']
    if (typeof protocols !== 'string' || !believed(socket.remoteAddress ?? '', 0)) return false
    // The proxy next to us wrote the last value; the values before it may come from anybody.
    return protocols.split(',').at(-1)?.trim().toLowerCase() === 'https'
  }
}

const loopbackAddress = /^(127\.|::1$|::ffff:127\.)/
/** Headers that the various proxies add to the requests that they pass on. */
const passedOn =
  /^(forwarded|via|x-real-ip|x-client-ip|x-cluster-client-ip|true-client-ip|cf-connecting-ip|x-forwarded(-.+)?)$/

/** Whether a program of this machine asks for itself, and no proxy beside the desk that passes on others' requests. */
export const isLocal = ({ headers, socket }: Pick<IncomingMessage, 'headers' | 'socket'>): boolean =>
  loopbackAddress.test(socket.remoteAddress ?? '') &&
  isLoopbackName((headers.host ?? '').replace(/:\d+$/, '')) &&
  !Object.keys(headers).some((name) => passedOn.test(name))
