import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { request as ask, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { setTimeout as pause } from 'node:timers/promises'
import { MessageChannel, type Worker } from 'node:worker_threads'
import { home, tameNext } from '../../config.ts'
import { Semaphore } from '../../flow/semaphore.ts'
import { startWorker } from '../../flow/worker.ts'
import type { Log } from '../../log.ts'
import { busy, Refusal } from '../../refusal.ts'
import { overPort } from './overPort.ts'
import type { PagesTask } from './pagesWorker.ts'
import { findStaticFiles, type ServeStatic } from './staticFiles.ts'

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
  /** Resolves when pages can be drawn. @throws what kept Next from starting */
  ready: Promise<unknown>
  close(): Promise<void>
}

/** A page that could not be drawn. The browser asks for it again by itself: no agent stays without a desk. */
const notDrawn = { 'content-type': 'text/plain; charset=utf-8', refresh: '10' }
const internalError = 'Erro interno: tente de novo\n'

/** Whoever asks for a thousand pages at once waits, and does not take the memory of all of them. */
const drawing = new Semaphore({ most: 4, waiting: 2_000, patienceMs: 30_000, refusal: busy })
/** How long a page keeps its turn, in milliseconds: a browser that does not read what is drawn holds up nobody. */
const turnMs = 1_000

/**
 * The pages, drawn by Next in a thread of its own, so that no call waits for them and nothing that Next changes in its
 * process slows one down. A thread that ended is replaced when the next page is asked for. docs/decisions/0110.
 */
export function openScreens(task: Omit<PagesTask, 'dir'>, log: Log): Screens {
  const begin = () =>
    startThread(task, log)
      .on('error', (err) => log.error({ err }, 'the thread that draws pages failed'))
      .on('exit', () => {
        thread = undefined
      })
  let thread: Worker | undefined = begin()
  const ended = once(thread, 'exit').then(() => Promise.reject(new Error('the thread that draws pages ended')))
  let serveStatic: ServeStatic | undefined
  const ready = Promise.all([
    Promise.race([once(thread, 'message'), ended]),
    task.dev || findStaticFiles().then((found) => (serveStatic = found)),
  ])
  // Whoever starts the desk awaits it later, and may fail before.
  ready.catch(() => undefined)

  /** A connection to the thread's HTTP server. */
  const connect = () => {
    const { port1, port2 } = new MessageChannel()
    thread ??= begin()
    thread.postMessage(port2, [port2])
    return overPort(port1)
  }
  let desk: PagesDesk | undefined
  const failed = (response: ServerResponse, err: unknown) => {
    const refused = err instanceof Refusal
    if (!refused) log.error({ err }, 'a page could not be drawn')
    const retry = refused && { 'retry-after': `${err.retryAfterSeconds}` }
    if (!response.headersSent) response.writeHead(refused ? 503 : 500, { ...notDrawn, ...retry })
    response.end(refused ? `${err.message}\n` : internalError)
  }
  const drawPage = async (request: IncomingMessage, response: ServerResponse) => {
    const target = await desk?.elsewhere(request.url?.split('?', 1)[0] ?? '')
    if (target) return void response.writeHead(302, { location: target }).end()
    sayWhose(request, desk?.provedor())
    await sayWhoLooks(request, desk)
    await drawOver(connect(), request, response)
  }
  return {
    drawFor: (built) => {
      desk = built
    },
    ready,
    draw(request, response) {
      const sent = serveStatic?.(request, response)
      if (!sent) protect(request, response, task.dev)
      const drawn = () => drawPage(request, response).catch((err) => failed(response, err))
      const inTurn = async () => {
        // A browser that left while its page waited needs none.
        if (!response.destroyed) await Promise.race([drawn(), pause(turnMs, undefined, { ref: false })])
      }
      const answered = sent ?? drawing.run(inTurn)
      answered.catch((err) => failed(response, err))
    },
    upgrade(request, socket, head) {
      const connection = connect()
      connection.write(headOf(request))
      connection.write(head)
      pipeline(socket, connection, socket).catch(() => undefined)
    },
    close: async () => void (await thread?.terminate()),
  }
}

function startThread(task: Omit<PagesTask, 'dir'>, log: Log): Worker {
  tameNext()
  const workerData: PagesTask = { ...task, dir: home }
  // A larger one draws no page sooner, and would take as much more memory at rest.
  const resourceLimits = { maxYoungGenerationSizeMb: 4 }
  const logged = !task.dev
  const options = { workerData, resourceLimits, stdout: logged, stderr: logged }
  const thread = startWorker('pages-worker', 'http/pages/pagesWorker.ts', options)
  // Next writes plain lines, and the log's are JSON.
  if (logged) {
    thread.stdout.on('data', (said) => log.info({ next: `${said}`.trim() }, 'said where the pages are drawn'))
    thread.stderr.on('data', (said) => log.warn({ next: `${said}`.trim() }, 'said where the pages are drawn'))
  }
  return thread
}

/** Headers about one connection or a body: a page is asked for over another connection, without a body. */
const ofConnection = ['connection', 'keep-alive', 'transfer-encoding', 'content-length', 'expect', 'upgrade']
const withoutConnection = (headers: IncomingHttpHeaders, names = ofConnection) =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => !names.includes(name)))

/**
 * Has the thread answer the request over that connection, and passes its answer on. A page that is begun is waited for
 * though the browser left, since the thread goes on with it. @throws when it does not answer
 */
async function drawOver(connection: Duplex, { method, url, headers }: IncomingMessage, response: ServerResponse) {
  const asking = ask({ createConnection: () => connection, method, path: url, headers: withoutConnection(headers) })
  asking.on('error', () => undefined).end()
  try {
    const [drawn] = (await once(asking, 'response')) as [IncomingMessage]
    if (response.destroyed) return
    // Next says in English that it has no page, as when its files were removed.
    const failed = (drawn.statusCode ?? 500) >= 500 && drawn.headers['content-type'] === 'text/plain'
    if (failed) return void response.writeHead(500, notDrawn).end(internalError)
    const own = withoutConnection(drawn.headers, ['connection', 'keep-alive', 'transfer-encoding'])
    await pipeline(drawn, response.writeHead(drawn.statusCode ?? 500, own))
  } catch (error) {
    if (!response.destroyed) throw error
  } finally {
    connection.destroy()
  }
}

/** A request's first lines, as they came. */
function headOf({ method, url, rawHeaders }: IncomingMessage): string {
  const lines = rawHeaders.map((each, at) => (at % 2 === 0 ? `${each}: ` : `${each}\r\n`))
  return `${method} ${url} HTTP/1.1\r\n${lines.join('')}\r\n`
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

/** Sets the security headers of pages, which bypass Fastify. The layout reads the nonce from `x-nonce`. */
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
