import type {
  FastifyInstance,
  FastifyReply,
  FastifyRequest,
  onRequestAsyncHookHandler,
  onSendHookHandler,
  preValidationHookHandler,
  RouteOptions,
} from 'fastify'
import * as z from 'zod'
import { DatabaseSilentError } from '../database/away.ts'
import type { Desk } from '../desk.ts'
import { invalid, type Judged, judge, mistakesOf } from '../refusal.ts'
import { refuseBadQuery, refuseNoBody } from './answer.ts'
import { refuseUnbounded } from './bounds.ts'
import type { Documented } from './docs/document.ts'
import { rowIdText } from './wire.ts'

/** The types of scopes, roles, tokens and actors: server/acesso fills this in. */
// biome-ignore lint/suspicious/noEmptyInterface: filled in by declaration merging
export interface AccessNames {}

/**
 * Who may use a route: everybody, tokens of a scope, or people signed in (`'all'`, or those of the roles named).
 * `presumed`: the token may come from a cache, because the use case checks it again with the database.
 */
type Access =
  | 'anyone'
  | { token: AccessNames['escopo']; presumed?: true }
  | { people: 'all' | readonly AccessNames['papel'][] }

/** The hooks that enforce each access; made by server/acesso. */
export interface Doors {
  token(escopo: AccessNames['escopo'], presumed: boolean): onRequestAsyncHookHandler
  people(papeis: 'all' | readonly AccessNames['papel'][]): onRequestAsyncHookHandler
}

/** An input whose mistakes the use case tells together with those that only the database knows: it gets a `Judged`. */
export class Together<T> {
  /** Names that the specification knows. */
  readonly fields: readonly string[]
  readonly judge: (value: unknown) => Judged<T>
  readonly documented: z.ZodType
  /** Names of known fields whose content is ignored all the same. */
  readonly ignored: (sent: object) => readonly string[]
  constructor(
    fields: readonly string[],
    judge: (value: unknown) => Judged<T>,
    documented: z.ZodType,
    ignored: (sent: object) => readonly string[] = () => [],
  ) {
    this.fields = fields
    this.judge = judge
    this.documented = documented
    this.ignored = ignored
  }
}
export const together = <S extends z.ZodObject>(schema: S, ignored?: (sent: object) => readonly string[]) =>
  new Together<z.output<S>>(Object.keys(schema.shape), (value) => judge(schema, value), schema, ignored)

type Input = z.ZodType | Together<object>
export type Read<I> = I extends Together<infer T> ? Judged<T> : I extends z.ZodType ? z.output<I> : undefined

/** The request as the handler sees it: its declared inputs are validated, and the declared token or actor is there. */
type RequestOf<A, B, Q, P> = Omit<FastifyRequest, 'body' | 'query' | 'params' | 'token' | 'actor'> & {
  body: Read<B>
  query: Read<Q>
  params: Read<P>
} & (A extends { token: unknown } ? { token: AccessNames['token'] } : unknown) &
  (A extends { people: unknown } ? { actor: AccessNames['actor'] } : unknown)

interface Declaration<A extends Access, B, Q, P> {
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE'
  url: string
  access: A
  body?: B
  query?: Q
  params?: P
  /** The answer's shape; without it the handler writes the body itself (a file, JSON that is text already). */
  answer?: z.ZodType
  /** The client gets an answer by then. A 503 leaves open whether the work is done, since it goes on meanwhile. */
  withinMs?: number
  /** What the document says of it. A route without it is the screens' own, and not in the document. */
  document?: Documented
  handle(desk: Desk, request: RequestOf<A, B, Q, P>, reply: FastifyReply): Promise<unknown>
}

/** A route as it stands in its noun's list. The same declaration is what runs and what is documented. */
export interface Route
  extends Omit<Declaration<Access, Input | undefined, Input | undefined, Input | undefined>, 'handle'> {
  handle(desk: Desk, request: never, reply: FastifyReply): Promise<unknown>
}

/** Declares a route; the handler's types follow from what is declared. */
export const route = <
  A extends Access,
  B extends Input | undefined = undefined,
  Q extends Input | undefined = undefined,
  P extends Input | undefined = undefined,
>(
  declaration: Declaration<A, B, Q, P>,
): Route => declaration

/** The id of a row in an address. */
export const idParams = z.object({ id: rowIdText })

/** A row named by a uuid in the path. Capital letters become lower case, as the row has them: it is the same row. */
export const uuidParams = z.object({ id: z.string().toLowerCase() })

declare module 'fastify' {
  interface FastifyContextConfig {
    access?: Access
    unsure?: string | undefined
  }
}

/** Refuses to start with a route that does not declare its access, whoever registers it. */
export function demandAccess(app: FastifyInstance): void {
  app.addHook('onRoute', ({ method, url, config }) => {
    if (config?.access === undefined && !url.startsWith('/api/docs')) {
      throw new Error(`${method} ${url} does not say who may come: declare its access`)
    }
  })
}

/** Registers the routes, each with its access check, its validation and its place in the document. */
export function openRoutes(app: FastifyInstance, desk: Desk, doors: Doors, routes: readonly Route[]): void {
  for (const each of routes) app.route(optionsOf(each, desk, doors))
}

function optionsOf(each: Route, desk: Desk, doors: Doors): RouteOptions {
  const { method, url, access, body, query, params, answer, withinMs, document } = each
  const inputs: Record<string, Input | undefined> = { body, querystring: query, params }
  const handle = each.handle as (desk: Desk, request: FastifyRequest, reply: FastifyReply) => Promise<unknown>
  const timely = (door: onRequestAsyncHookHandler): onRequestAsyncHookHandler =>
    withinMs === undefined
      ? door
      : function (request, reply) {
          return inTime(reply, withinMs, door.call(this, request, reply))
        }
  return {
    method,
    url,
    config: { access, unsure: document?.unsure },
    // A HEAD would put on record a reading that nobody asked for, and would read a whole list.
    exposeHeadRoute: method === 'GET' && access === 'anyone',
    schema: {
      ...(body && { body: schemaOf(body) }),
      ...(query && { querystring: schemaOf(query) }),
      ...(params && { params: schemaOf(params) }),
      ...(answer && { response: { 200: answer } }),
      ...(document ? describe(document) : { hide: true }),
    },
    validatorCompiler: ({ httpPart }) => validatorOf(inputs[httpPart ?? '']),
    ...(access !== 'anyone' && {
      onRequest: timely(
        'token' in access ? doors.token(access.token, access.presumed === true) : doors.people(access.people),
      ),
    }),
    preValidation: [
      refuseBadQuery,
      ...(typeof access === 'object' && 'people' in access ? [judgeAfterBody] : []),
      ...(body ? [refuseNoBody, refuseUnbounded] : []),
      ...(typeof access === 'object' && 'token' in access ? [announcingIgnored(body, query)] : []),
    ],
    // People read personal data: no browser or proxy may keep a copy of an answer, nor of a refusal.
    ...(typeof access === 'object' && 'people' in access && { onSend: keepOutOfCaches }),
    handler: (request, reply) => {
      const work = handle(desk, request, reply)
      return withinMs === undefined ? work : inTime(reply, withinMs, work)
    },
  }
}

/**
 * The work's outcome, if it comes within `ms` milliseconds of the request's arrival. Fastify's own `handlerTimeout` is
 * no help: it ends with the request's body.
 * @throws DatabaseSilentError after that time; nobody gets the outcome of the work then
 */
function inTime<T>(reply: FastifyReply, ms: number, work: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const late = () => reject(new DatabaseSilentError(`no answer within ${ms} ms`))
    // Whole milliseconds, since Node makes a list of timers for each duration.
    const timer = setTimeout(late, Math.max(0, Math.ceil(ms - reply.elapsedTime)))
    work.then(resolve, reject).finally(() => clearTimeout(timer))
  })
}

const schemaOf = (input: Input) => (input instanceof Together ? input.documented : input)

const describe = ({ operationId, tag, summary, description }: Documented) => ({
  operationId,
  tags: [tag],
  summary,
  description,
  security: [{ token: [] }],
})

function validatorOf(input: Input | undefined) {
  if (input instanceof Together) return (value: unknown) => ({ value: input.judge(value) })
  return (value: unknown) => {
    const judged = input?.safeParse(value)
    if (!judged) return { value }
    return judged.success ? { value: judged.data } : { error: invalid(mistakesOf(judged.error)) }
  }
}

/** A body may take a minute. Whoever sends it may have been signed out or lost the role meanwhile: judged again. */
const judgeAfterBody = async ({ body, judgeAgain }: FastifyRequest) =>
  void (body !== undefined && (await judgeAgain?.()))

// Hooks that wait for nothing use callbacks: a promise for each would be a tenth of what a call costs.

function announcingIgnored(body: Input | undefined, query: Input | undefined): preValidationHookHandler {
  const [inBody, inQuery] = [ignoredOf(body), ignoredOf(query)]
  return (request, reply, done) => {
    announceIgnored(reply, [...inBody(request.body), ...inQuery(request.query)])
    done()
  }
}

function ignoredOf(input: Input | undefined): (sent: unknown) => readonly string[] {
  const known = input instanceof Together ? input.fields : input instanceof z.ZodObject ? Object.keys(input.shape) : []
  const ignored = input instanceof Together ? input.ignored : () => []
  return (sent) =>
    typeof sent === 'object' && sent !== null && !Array.isArray(sent)
      ? [...ignored(sent), ...Object.keys(sent).filter((name) => !known.includes(name))]
      : []
}

const keepOutOfCaches: onSendHookHandler = (_request, reply, _payload, done) => {
  reply.header('cache-control', 'private, no-store')
  done()
}

/** The most names and characters of the header: proxies and programs refuse an answer with many more. */
const [maxNames, maxHeader] = [20, 2_000]

/** Lists in a header, percent-encoded, the fields that were sent and are ignored. docs/interface.md: Errors. */
function announceIgnored(reply: FastifyReply, names: readonly string[]): void {
  if (names.length === 0) return
  const told = names.slice(0, maxNames).map(encode)
  while (told.join(', ').length > maxHeader) told.pop()
  reply.header('x-campos-ignorados', told.join(', '))
}

/** A lone surrogate has no percent-encoding; it is shown as the replacement character. */
const encode = (name: string) => encodeURIComponent(name.toWellFormed().slice(0, 100).toWellFormed())
