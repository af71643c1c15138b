import { randomBytes } from 'node:crypto'
import { EventEmitter } from 'node:events'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'
import { setTimeout as pause } from 'node:timers/promises'
import { home, tameNext } from '../config.ts'
import { Semaphore } from '../flow/semaphore.ts'
import type { Log } from '../log.ts'
import { busy, Refusal } from '../refusal.ts'
import { readPacked } from './packed.ts'

/** What pages need to know of the desk, which is built after them. */
interface PagesDesk {
  /** Who looks at a page, as text that the layout understands, or null. */
  who(request: IncomingMessage): Promise<string | null>
  /** The provider's name, which pages show. */
  provedor(): string | undefined
  /** For a page's path, the path to redirect to; null to draw the page. */
  elsewhere(path: string): Promise<string | null>
}

export interface Screens {
  draw(request: IncomingMessage, response: ServerResponse): void
  /** Until then pages are drawn for nobody in particular. */
  drawFor(desk: PagesDesk): void
  /** Next's own WebSocket, which reloads pages in development. */
  upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void
  close(): Promise<void>
}

interface Options {
  dev: boolean
  hostname: string
  port: number
  log: Pick<Log, 'error'>
}

/**
 * Drawing a page takes ten milliseconds of the processor, and calls need it, too: whoever asks for a thousand pages at
 * once waits, and not the calls.
 */
const drawing = new Semaphore({ most: 4, waiting: 2_000, patienceMs: 30_000, refusal: busy })
/** How long a page keeps its turn, in milliseconds: a browser that does not read what is drawn holds up nobody. */
const turnMs = 1_000

/** The pages, drawn by Next in this process. Removes the listeners that Next adds to `fatalEvents`. */
export async function openScreens({ dev, hostname, port, log }: Options): Promise<Screens> {
  tameNext()
  keepRegistry()
  const { default: next } = await withoutSourceMaps(() => import('next'))
  const before = fatalEvents.map((event) => process.rawListeners(event))
  const upgrades = new EventEmitter()
  const pages = next({ dev, dir: home, hostname, port, httpServer: upgrades as never })
  await withoutSourceMaps(() => pages.prepare())
  for (const [at, event] of fatalEvents.entries()) {
    for (const listener of process.rawListeners(event)) {
      if (!before[at]?.includes(listener)) process.removeListener(event, listener as () => void)
    }
  }
  const draw = pages.getRequestHandler()
  const packed = dev ? null : await readPacked()
  let desk: PagesDesk | undefined
  return {
    drawFor: (built) => {
      desk = built
    },
    draw(request, response) {
      protect(request, response, dev)
      if (packed?.(request, response)) return
      const drawPage = async () => {
        const target = await desk?.elsewhere(request.url?.split('?', 1)[0] ?? '')
        if (target) return void response.writeHead(302, { location: target }).end()
        sayWhose(request, desk?.provedor())
        await sayWhoLooks(request, desk)
        return draw(request, response)
      }
      const failed = (err: unknown) => {
        const refused = err instanceof Refusal
        if (!refused) log.error({ err }, 'a page could not be drawn')
        const retry = refused && { 'retry-after': `${err.retryAfterSeconds}` }
        const headers = { 'content-type': 'text/plain; charset=utf-8', ...retry }
        if (!response.headersSent) response.writeHead(refused ? 503 : 500, headers)
        response.end(refused ? `${err.message}\n` : 'Erro interno: tente de novo\n')
      }
      if (request.url?.startsWith('/_next/')) return void drawPage().catch(failed)
      const inTurn = () => Promise.race([drawPage().catch(failed), pause(turnMs, undefined, { ref: false })])
      drawing.run(inTurn).catch(failed)
    },
    upgrade: (request, socket, head) => void upgrades.emit('upgrade', request, socket, head),
    close: () => pages.close(),
  }
}

/** Loads code without source maps in its stack traces: Node would keep all maps of Next, and their texts, in memory. */
async function withoutSourceMaps<T>(load: () => Promise<T>): Promise<T> {
  const mapped = process.sourceMapsEnabled
  process.setSourceMapsEnabled(false)
  try {
    return await load()
  } finally {
    process.setSourceMapsEnabled(mapped)
  }
}

/**
 * zod keeps its registry of names in `globalThis`, and Next's bundle has the wires a second time. In one registry every
 * name would stand for two schemas, and the interface's document could not be written. So zod makes a new one when Next
 * loads it.
 */
function keepRegistry(): void {
  Reflect.deleteProperty(globalThis, '__zod_globalRegistry')
}

/** How long a page waits for who looks at it, in milliseconds. Without an answer, the screen asks by itself. */
const timeoutMs = 300

/** Tells pages by a header whose desk this is. A browser's own header of that name is replaced or removed. */
function sayWhose({ headers }: IncomingMessage, provedor: string | undefined): void {
  if (provedor === undefined) delete headers['x-provedor']
  else headers['x-provedor'] = encodeURIComponent(provedor)
}

/** Tells the layout by a header who looks at the page. A browser's own header of that name is removed. */
async function sayWhoLooks(request: IncomingMessage, desk: PagesDesk | undefined): Promise<void> {
  delete request.headers['x-usuario']
  const page = request.method === 'GET' && !request.url?.startsWith('/_next/') && request.headers.rsc === undefined
  if (!desk || !page || request.headers.cookie === undefined) return
  const usuario = await Promise.race([desk.who(request).catch(() => null), pause(timeoutMs, null, { ref: false })])
  if (usuario !== null) request.headers['x-usuario'] = encodeURIComponent(usuario)
}

/** Events whose listeners decide whether the process lives on. */
const fatalEvents = ['uncaughtException', 'unhandledRejection'] as const

/** Sets the security headers of pages, which bypass Fastify and helmet. The layout reads the nonce from `x-nonce`. */
function protect(request: IncomingMessage, response: ServerResponse, dev: boolean): void {
  const nonce = randomBytes(16).toString('base64')
  const policy = [
    "default-src 'self'",
    `script-src 'self' 'nonce-${nonce}' 'strict-dynamic'${dev ? " 'unsafe-eval'" : ''}`,
    // Mantine writes its colours as inline styles.
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data:",
    "connect-src 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ')
  request.headers['content-security-policy'] = policy
  request.headers['x-nonce'] = nonce
  response.setHeader('content-security-policy', policy)
  response.setHeader('x-content-type-options', 'nosniff')
  response.setHeader('referrer-policy', 'same-origin')
  response.setHeader('x-frame-options', 'DENY')
}
