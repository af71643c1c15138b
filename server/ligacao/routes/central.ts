import * as z from 'zod'
import { administeredUsuario } from '../../acesso/administerUsuarios.ts'
import { administrators, everybody, whoOf } from '../../acesso/routes/doors.ts'
import { keptList } from '../../acesso/routes/keptList.ts'
import { idParams, route } from '../../http/route.ts'
import { done, found, rowIdText, success } from '../../http/wire.ts'
import { nameFila } from '../nameFila.ts'
import { listFilas } from '../rows/filas.ts'
import { lastRingOf } from '../rows/lastRing.ts'
import { endTest, ringTest } from '../testCentral.ts'
import { centralAnswer, centralQuery, enderecoAnswer, tocarAnswer } from '../wire/central.ts'
import { filasAnswer, nomeFilaRequest } from '../wire/filas.ts'

const central = '/api/painel/central'
const hourMs = 3_600_000

const filas = keptList('/api/painel/filas', filasAnswer, async ({ database }) => ({ filas: await listFilas(database) }))

/** For administrators who connect a telephone exchange: the desk's address, test rings and the names of queues. */
export const centralRoutes = [
  route({
    method: 'GET',
    url: central,
    access: administrators,
    answer: enderecoAnswer,
    handle: async ({ config }) => found({ endereco: config.publicUrl ?? null }),
  }),

  route({
    method: 'GET',
    url: `${central}/:id`,
    access: administrators,
    params: idParams,
    query: centralQuery,
    answer: centralAnswer,
    async handle(desk, { params: { id }, query: { desde } }) {
      await administeredUsuario(desk, id)
      const since = desde ? new Date(desde) : new Date(desk.now().getTime() - hourMs)
      return found({ toque: await lastRingOf(desk.database, id, since) })
    },
  }),

  filas.read(everybody),
  filas.save(administrators, nomeFilaRequest, nameFila, 'Nome da fila salvo'),

  route({
    method: 'POST',
    url: `${central}/:id/tocar`,
    access: administrators,
    params: idParams,
    answer: tocarAnswer,
    handle: async (desk, request) => done('Tocando', await ringTest(desk, whoOf(request), request.params.id)),
  }),

  route({
    method: 'POST',
    url: `${central}/:id/parar/:ligacao`,
    access: administrators,
    params: z.object({ id: rowIdText, ligacao: z.string().toLowerCase() }),
    answer: z.object(success),
    async handle(desk, { params: { id, ligacao } }) {
      await endTest(desk, id, ligacao)
      return done('O toque de teste terminou')
    },
  }),
]
