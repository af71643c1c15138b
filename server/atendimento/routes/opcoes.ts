import { administrators, everybody, supervisors, whoOf } from '../../acesso/routes/doors.ts'
import { idParams, route } from '../../http/route.ts'
import { done, found } from '../../http/wire.ts'
import { addModelo, saveModelo } from '../manageModelos.ts'
import { addOpcao, saveOpcao } from '../manageOpcoes.ts'
import { listModelos } from '../rows/modelos.ts'
import { listOpcoes } from '../rows/opcoes.ts'
import { changeModeloRequest, modelosAnswer, newModelo } from '../wire/modelos.ts'
import { changeOpcaoRequest, newOpcao, opcoesAnswer } from '../wire/opcoes.ts'

const opcoes = '/api/painel/opcoes_atendimento'
const modelos = '/api/painel/modelos_texto'

/** The lists of reasons and outcomes of tickets, and the texts that agents put into tickets. */
export const opcoesRoutes = [
  route({
    method: 'GET',
    url: opcoes,
    access: everybody,
    answer: opcoesAnswer,
    handle: async ({ database }) => found({ opcoes: await listOpcoes(database) }),
  }),

  route({
    method: 'POST',
    url: opcoes,
    access: administrators,
    body: newOpcao,
    answer: opcoesAnswer,
    async handle(desk, request) {
      await addOpcao(desk, whoOf(request), request.body)
      return done('Opção criada', { opcoes: await listOpcoes(desk.database) })
    },
  }),

  route({
    method: 'POST',
    url: `${opcoes}/:id`,
    access: administrators,
    params: idParams,
    body: changeOpcaoRequest,
    answer: opcoesAnswer,
    async handle(desk, request) {
      await saveOpcao(desk, whoOf(request), request.params.id, request.body)
      return done('Opção alterada', { opcoes: await listOpcoes(desk.database) })
    },
  }),

  route({
    method: 'GET',
    url: modelos,
    access: supervisors,
    answer: modelosAnswer,
    handle: async ({ database }) => found({ modelos: await listModelos(database) }),
  }),

  route({
    method: 'POST',
    url: modelos,
    access: supervisors,
    body: newModelo,
    answer: modelosAnswer,
    async handle(desk, request) {
      await addModelo(desk, whoOf(request), request.body)
      return done('Modelo criado', { modelos: await listModelos(desk.database) })
    },
  }),

  route({
    method: 'POST',
    url: `${modelos}/:id`,
    access: supervisors,
    params: idParams,
    body: changeModeloRequest,
    answer: modelosAnswer,
    async handle(desk, request) {
      await saveModelo(desk, whoOf(request), request.params.id, request.body)
      return done('Modelo alterado', { modelos: await listModelos(desk.database) })
    },
  }),
]
