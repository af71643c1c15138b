import type { FastifyInstance } from 'fastify'
import { type Desk, perDesk } from '../../desk.ts'
import { isWithin } from '../../http/address.ts'
import { isPageOf, isSameOrigin, readAuthorization } from '../../http/credentials.ts'
import type { Doors } from '../../http/route.ts'
import { Refusal, tooMany, unauthenticated } from '../../refusal.ts'
import { countAttempts } from '../attempts.ts'
import { type Actor, recognizePerson } from '../recognizePerson.ts'
import { isLeased, noteTokenUse, recognizeToken } from '../recognizeToken.ts'
import type { KnownToken } from '../rows/tokens.ts'
import { supervisao } from '../rules/supervisao.ts'
import type { Escopo, Papel } from '../wire.ts'

declare module '../../http/route.ts' {
  interface AccessNames {
    escopo: Escopo
    papel: Papel
    token: KnownToken
    actor: Actor
  }
}

declare module 'fastify' {
  interface FastifyRequest {
    token: KnownToken | null
    actor: Actor | null
    /** Judges the person once more, after a wait in which they may have lost the right. @throws what the door throws */
    judgeAgain: (() => Promise<void>) | null
  }
}

export const everybody = { people: 'all' } as const
export const supervisors = { people: supervisao } as const
export const administrators = { people: ['administrador'] } as const

/** Length of the window of a token's rate limit, in seconds. The window's requests may come all at once. */
const burstSeconds = 4
const requestsOf = perDesk(({ config }) => countAttempts(config.requestsPerSecond * burstSeconds, burstSeconds * 1_000))

/**
 * Admits again a token that the door admitted milliseconds ago from the same address, and counts its request. Returns
 * false and counts nothing when the lease or the rate limit does not allow it: then the door must check the token.
 */
export const admitAgain = (desk: Desk, token: KnownToken): boolean =>
  isLeased(desk, token) && requestsOf(desk).take(`${token.id}`) === 0

export const foreignOrigin = () =>
  new Refusal('forbidden', 'A requisição veio de outra origem: use o endereço do próprio Alô')

export const endedSessao = () => new Refusal('unauthenticated', 'Sua sessão terminou: entre de novo')

/**
 * Enforces the access that routes declare. A token needs the scope, and its requests are counted. A person needs one of
 * the roles; a page of another origin is refused before anything else, because the cookie does not prove that the
 * person meant it. docs/interface.md: Authorization, Roles.
 */
export function openDoors(app: FastifyInstance, desk: Desk): Doors {
  app.decorateRequest('token', null)
  app.decorateRequest('actor', null)
  app.decorateRequest('judgeAgain', null)
  // `take` is synchronous, so that concurrent requests cannot exceed the limit.
  const requests = requestsOf(desk)

  const doors: Doors = {
    token: (escopo, presumed) => async (request) => {
      const secret = readAuthorization(request.headers.authorization)
      if (!secret) throw unauthenticated()
      const recognition = await recognizeToken(desk, secret, { ip: request.ip, presumed })
      const { token } = recognition
      if (!token) {
        if (recognition.wait === 0) throw unauthenticated()
        throw tooMany('Tokens errados demais vindos deste endereço', recognition.wait)
      }
      request.token = token
      request.facts.token = token.nome
      if (token.redes.length > 0 && !isWithin(request.ip, token.redes)) {
        throw new Refusal(
          'forbidden',
          `O token não vale a partir do endereço ${request.ip}: peça ao administrador um token que o inclua`,
        )
      }
      if (!token.escopos.includes(escopo)) {
        throw new Refusal(
          'forbidden',
          `O token não tem o escopo ${escopo}: peça um token com esse escopo ao administrador`,
        )
      }
      const wait = requests.take(`${token.id}`)
      if (wait > 0) throw tooMany('Requisições demais com este token', wait)
      noteTokenUse(desk, token, request.ip)
    },

    people: (papeis) => async (request, reply) => {
      request.judgeAgain = async () => void (await doors.people(papeis).call(app, request, reply))
      if (!isSameOrigin(request.headers, desk.config.publicUrl)) throw foreignOrigin()
      const actor = await recognizePerson(
        desk,
        request.headers.cookie,
        (cookies) => void reply.header('set-cookie', cookies),
      )
      if (!actor || !isPageOf(actor.usuarioId, request.headers['x-tela-de'])) throw endedSessao()
      request.actor = actor
      request.facts.usuario_id = actor.usuarioId
      if (papeis !== 'all' && !papeis.includes(actor.papel)) {
        throw new Refusal(
          'forbidden',
          `Seu papel (${actor.papel}) não permite esta operação: peça a um ${papeis.join(' ou ')}`,
        )
      }
    },
  }
  return doors
}

/** The person of a request, as the record names them. */
export const whoOf = ({ actor, ip }: { actor: Actor; ip: string }) => ({ usuarioId: actor.usuarioId, ip })
