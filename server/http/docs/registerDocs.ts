import swagger from '@fastify/swagger'
import swaggerUi from '@fastify/swagger-ui'
import type { FastifyInstance } from 'fastify'
import { jsonSchemaTransform, jsonSchemaTransformObject } from 'fastify-type-provider-zod'
import { undocumented } from '../credentials.ts'
import type { Route } from '../route.ts'
import { introduction, tags, tokenScheme } from './common.ts'
import { completeDocument } from './complete.ts'

/** The page loads from this server alone: no outside validator, fonts or styles, and nothing inline but data images. */
const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
].join('; ')

/**
 * OpenAPI 3.1 from the same zod schemas that judge the requests, completed with what the routes declare besides: headers,
 * refusals and examples. Only the integration interface is in it; the screens' own routes are hidden. Registered before the
 * routes it describes.
 */
export async function registerDocs(app: FastifyInstance, version: string, routes: readonly Route[]): Promise<void> {
  const documented = new Map(
    routes.flatMap(({ access, document }) => {
      const escopo = typeof access === 'object' && 'token' in access ? access.token : undefined
      return document ? [[document.operationId, { ...document, escopo }]] : []
    }),
  )
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Alô: API de integração',
        description: introduction,
        version,
        license: { name: 'MIT', identifier: 'MIT' },
      },
      servers: [{ url: '/', description: 'Esta instalação' }],
      tags,
      components: { securitySchemes: { token: tokenScheme } },
    },
    transform: jsonSchemaTransform,
    transformObject: (document) => completeDocument(jsonSchemaTransformObject(document) as never, documented) as never,
  })
  await app.register(swaggerUi, {
    routePrefix: '/api/docs',
    staticCSP: policy,
    theme: { title: 'Alô: API de integração' },
    uiConfig: { layout: 'BaseLayout', docExpansion: 'list', validatorUrl: null },
  })
  app.get('/api/openapi.json', undocumented, async () => app.swagger())
}
