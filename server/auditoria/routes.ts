import { route } from '../http/route.ts'
import { csvRoute } from '../http/sendFile.ts'
import { found } from '../http/wire.ts'
import { exportAuditoria, listAuditoria } from './listAuditoria.ts'
import { auditoriaAnswer, auditoriaFilter, auditoriaQuery } from './wire.ts'

const url = '/api/painel/auditoria'
const access = { people: ['administrador'] } as const

/** The record of who did what, for administrators alone. Nothing here changes it. */
export const auditoriaRoutes = [
  route({
    method: 'GET',
    url,
    access,
    query: auditoriaQuery,
    answer: auditoriaAnswer,
    handle: async (desk, { query: { apos = null, ...filter } }) => found(await listAuditoria(desk, filter, apos)),
  }),

  csvRoute({ url: `${url}/exportar`, access, query: auditoriaFilter, name: 'auditoria', rows: exportAuditoria }),
]
