import { everybody, whoOf } from '../acesso/routes/doors.ts'
import { route, uuidParams } from '../http/route.ts'
import { found } from '../http/wire.ts'
import { seesAll } from '../ligacao/rules/viewer.ts'
import { readContexto } from './readContexto.ts'
import { contextoAnswer } from './wire.ts'

export const contextoRoutes = [
  route({
    method: 'GET',
    url: '/api/painel/ligacoes/:id/contexto',
    access: everybody,
    params: uuidParams,
    answer: contextoAnswer,
    handle: async (desk, request) =>
      found({
        contexto: await readContexto(desk, { ...whoOf(request), allWords: seesAll(request.actor) }, request.params.id),
      }),
  }),
]
