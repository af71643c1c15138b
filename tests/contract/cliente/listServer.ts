import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import pino from 'pino'
import { openDoors } from '#server/acesso/routes/doors'
import { clienteIntegrationRoutes, clientePainelRoutes } from '#server/cliente/routes'
import { readConfig } from '#server/config'
import type { Database } from '#server/database/database'
import { openDatabase } from '#server/database/open'
import { demoToken } from '#server/demo/accounts'
import type { Desk } from '#server/desk'
import { buildHttp } from '#server/http/build'
import { openRoutes } from '#server/http/route'
import type { ListCache } from '#server/listagem/cache'
import { closeLists, listCacheOf } from '#server/listagem/listClientes'
import { listagemRoutes } from '#server/listagem/routes'
import { addWideClientes } from '../../support/addWideClientes.ts'
import { deskOver } from '../../support/deskOver.ts'
import { ownDatabase } from '../../support/ownDatabase.ts'
import { type Answer, type Request, sendRequest } from '../../support/request.ts'

export const listPath = '/api/v1/integracao/cliente/all'
export const quietLog = pino({ level: 'silent' })

export interface ListServer {
  url: string
  database: Database
  cache: ListCache
  /** The errors in the desk's log. */
  errors: string[]
  get(query?: string, request?: Partial<Request>): Promise<Answer>
  /** Adds `count` customers. */
  fill(count: number): Promise<void>
  stop(): Promise<void>
}

/** Serves only the lists and exports of customers, on a real port, with its own database of the demo's customers. */
export async function startList(seconds = 60): Promise<ListServer> {
  const routes = [...listagemRoutes, ...clienteIntegrationRoutes, ...clientePainelRoutes]
  const own = await ownDatabase()
  const database = await openDatabase({ ...own, log: quietLog, role: 'server' })
  const http = await buildHttp({
    log: quietLog,
    serverFactory: (handler) => createServer((request, response) => handler(request, response)),
    trustProxy: false,
    version: '0',
    routes,
  })
  const errors: string[] = []
  const desk = deskOver(database, {
    log: { ...quietLog, error: (_facts: object, text: string) => errors.push(text) } as unknown as Desk['log'],
    config: {
      ...readConfig('demo', {}),
      requestsPerSecond: 100_000,
      dataDir: own.dataDir,
      listaCacheSegundos: seconds,
    },
  })
  openRoutes(http, desk, openDoors(http, desk), routes)
  await http.listen({ host: '127.0.0.1', port: 0 })
  const url = `http://127.0.0.1:${(http.server.address() as AddressInfo).port}`
  return {
    url,
    database,
    cache: await listCacheOf(desk),
    errors,
    get: (query = '', request = {}) =>
      sendRequest(url, { path: listPath + query, authorization: demoToken, ...request }),
    fill: (count) => addWideClientes(database, count),
    async stop() {
      await closeLists(desk)
      await http.close()
      await database.close()
      await own.remove()
    },
  }
}
