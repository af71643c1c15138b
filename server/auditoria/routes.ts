import { route } from '../http/route.ts'
import { consultados } from '../http/wire.ts'
import { readAuditoria } from './rows.ts'
import { auditoriaAnswer, auditoriaQuery } from './wire.ts'

const pageSize = 100

/** The record of who did what, for administrators alone. Nothing here changes it. */
export const auditoriaRoutes = [
  route({
    method: 'GET',
    url: '/api/painel/auditoria',
    access: { people: ['administrador'] },
    query: auditoriaQuery,
    answer: auditoriaAnswer,
    handle: async ({ database }, { query: { acao = null, apos = null } }) => ({
      ...consultados,
      ...(await readAuditoria(database, { acao, after: apos, size: pageSize })),
    }),
  }),
]
