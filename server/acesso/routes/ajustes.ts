import { route } from '../../http/route.ts'
import { done, found } from '../../http/wire.ts'
import { listAjustes, saveAjustes } from '../keepAjustes.ts'
import { ajustesAnswer, ajustesRequest } from '../wire.ts'
import { administrators, whoOf } from './doors.ts'

const url = '/api/painel/ajustes'

/** The settings that administrators change while the desk runs. docs/interface.md: The desk's own settings */
export const ajustesRoutes = [
  route({
    method: 'GET',
    url,
    access: administrators,
    answer: ajustesAnswer,
    handle: async (desk) => found({ ajustes: await listAjustes(desk) }),
  }),

  route({
    method: 'POST',
    url,
    access: administrators,
    body: ajustesRequest,
    answer: ajustesAnswer,
    async handle(desk, request) {
      await saveAjustes(desk, whoOf(request), request.body)
      return done('Ajustes salvos', { ajustes: await listAjustes(desk) })
    },
  }),
]
