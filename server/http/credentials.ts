import type { IncomingMessage } from 'node:http'
import { isIP } from 'node:net'
import { compile } from '@fastify/proxy-addr'

/** The token in an Authorization header, with or without the Bearer scheme in any case; null when there is none. */
export function readAuthorization(header: string | undefined): string | null {
  const token = header?.trim().replace(/^bearer\s+/i, '') ?? ''
  return token === '' || /\s/.test(token) || token.length > 512 ? null : token
}

/**
 * Whether a browser's request comes from our own pages. Browsers always send Origin with a WebSocket, so a foreign page
 * cannot hide it; programs that are no browser send none and bring no stolen cookie.
 */
export function isSameOrigin(
  { origin, host }: { origin?: string | undefined; host?: string | undefined },
  publicUrl: string | undefined,
): boolean {
  if (origin === undefined) return true
  if (!URL.canParse(origin)) return false
  return new URL(origin).host === host || (publicUrl !== undefined && origin === new URL(publicUrl).origin)
}

/**
 * Whether a name in `Host` is one of the desk's: that of PUBLIC_URL, this machine's own, or an address. A page of any other
 * name reached the desk because its owner lets that name resolve to it (DNS rebinding), to read what it answers. Without
 * PUBLIC_URL every name is good, and so is none, which no browser leaves out. docs/interface.md: Connections.
 */
export function answersTo(publicUrl: string | undefined): (host: string | undefined) => boolean {
  const own = publicUrl && nameOf(new URL(publicUrl).host)
  if (!own) return () => true
  return (host) => {
    const name = host === undefined ? own : nameOf(host)
    return name === own || /(^|\.)localhost$/.test(name) || isIP(name.replace(/^\[|\]$/g, '')) !== 0
  }
}

/** Of a host with or without a port, as it is compared. */
const nameOf = (host: string) =>
  URL.canParse(`http://${host}`) ? new URL(`http://${host}`).hostname.replace(/\.$/, '') : ''

/**
 * Whether whoever asks reaches the desk by TLS, and browsers are told to keep to it: the public address says so, or a proxy
 * that is believed does.
 */
export function forcesTls(publicUrl: string | undefined, trustProxy: string[] | false) {
  if (publicUrl !== undefined && new URL(publicUrl).protocol === 'https:') return () => true
  const believed = trustProxy === false ? () => false : compile(trustProxy)
  return ({ headers, socket }: IncomingMessage): boolean => {
    const protocols = headers['x-forwarded-proto']
    if (typeof protocols !== 'string' || !believed(socket.remoteAddress ?? '', 0)) return false
    // The last one is what the proxy next to us said; those before are hearsay.
    return protocols.split(',').at(-1)?.trim().toLowerCase() === 'https'
  }
}

const loopbackAddress = /^(127\.|::1$|::ffff:127\.)/
const loopbackHost = /^(localhost|127(\.\d{1,3}){3}|\[::1\])\.?(:\d+)?$/i
/** What proxies add, each in its own way, to what they pass on. */
const passedOn =
  /^(forwarded|via|x-real-ip|x-client-ip|x-cluster-client-ip|true-client-ip|cf-connecting-ip|x-forwarded(-.+)?)$/

/** Whether a program of this very machine asks, for itself: not a proxy beside the desk that passes on what others ask. */
export const isLocal = ({ headers, socket }: Pick<IncomingMessage, 'headers' | 'socket'>): boolean =>
  loopbackAddress.test(socket.remoteAddress ?? '') &&
  loopbackHost.test(headers.host ?? '') &&
  !Object.keys(headers).some((name) => passedOn.test(name))
