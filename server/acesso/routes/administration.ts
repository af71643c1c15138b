import * as z from 'zod'
import { idParams, route } from '../../http/route.ts'
import { done, found, rowIdText, success } from '../../http/wire.ts'
import { notFound } from '../../refusal.ts'
import { addToken, endToken } from '../administerTokens.ts'
import { addUsuario, administeredUsuario, endSessoesOf, saveUsuario, setUsuarioAtivo } from '../administerUsuarios.ts'
import { createFirstAdministrador } from '../firstAdministrador.ts'
import { importUsuarios } from '../importUsuarios.ts'
import { acceptConvite, inviteUsuario, readConvite } from '../inviteUsuario.ts'
import { listSessoes } from '../rows/session.ts'
import { listTokens } from '../rows/tokens.ts'
import { administeredUsuarios } from '../rows/users.ts'
import {
  changeUsuarioRequest,
  conviteAnswer,
  importUsuariosAnswer,
  importUsuariosRequest,
  newTokenAnswer,
  newTokenRequest,
  newUsuarioRequest,
  primeiroAcessoRequest,
  readConviteRequest,
  sessoesAnswer,
  sessoesEncerradasAnswer,
  tokenAnswer,
  tokensAnswer,
  useConviteRequest,
  usuarioAnswer,
  usuarioConvidadoAnswer,
  usuariosAnswer,
} from '../wire.ts'
import { administrators, whoOf } from './doors.ts'

const usuarios = '/api/painel/usuarios'
const tokens = '/api/painel/tokens'
const ended = 'Sessões encerradas com sucesso'

/** The people and the tokens of the desk, for administrators; and the link with which a person chooses a password. */
export const administrationRoutes = [
  route({
    method: 'GET',
    url: usuarios,
    access: administrators,
    answer: usuariosAnswer,
    handle: async (desk) => found({ usuarios: await administeredUsuarios(desk, {}) }),
  }),

  route({
    method: 'POST',
    url: usuarios,
    access: administrators,
    body: newUsuarioRequest,
    answer: usuarioConvidadoAnswer,
    handle: async (desk, request) => done('Usuário criado', await addUsuario(desk, whoOf(request), request.body)),
  }),

  route({
    method: 'POST',
    url: `${usuarios}/importar`,
    access: administrators,
    body: importUsuariosRequest,
    answer: importUsuariosAnswer,
    async handle(desk, request) {
      const imported = await importUsuarios(desk, whoOf(request), request.body)
      return done(`${imported.criados} usuários criados`, imported)
    },
  }),

  route({
    method: 'POST',
    url: `${usuarios}/:id`,
    access: administrators,
    params: idParams,
    body: changeUsuarioRequest,
    answer: usuarioAnswer,
    handle: async (desk, request) =>
      done('Usuário alterado', { usuario: await saveUsuario(desk, whoOf(request), request.params.id, request.body) }),
  }),

  ...[
    { deed: 'desativar', ativo: false, msg: 'Usuário desativado' },
    { deed: 'reativar', ativo: true, msg: 'Usuário reativado' },
  ].map(({ deed, ativo, msg }) =>
    route({
      method: 'POST',
      url: `${usuarios}/:id/${deed}`,
      access: administrators,
      params: idParams,
      answer: usuarioAnswer,
      handle: async (desk, request) =>
        done(msg, { usuario: await setUsuarioAtivo(desk, whoOf(request), request.params.id, ativo) }),
    }),
  ),

  route({
    method: 'POST',
    url: `${usuarios}/:id/convite`,
    access: administrators,
    params: idParams,
    answer: usuarioConvidadoAnswer,
    handle: async (desk, request) =>
      done('Link criado', {
        convite: await inviteUsuario(desk, whoOf(request), request.params.id),
        usuario: await administeredUsuario(desk, request.params.id),
      }),
  }),

  route({
    method: 'GET',
    url: `${usuarios}/:id/sessoes`,
    access: administrators,
    params: idParams,
    answer: sessoesAnswer,
    async handle(desk, { actor, params: { id } }) {
      await administeredUsuario(desk, id)
      return found({ sessoes: await listSessoes(desk, { usuarioId: id, sessaoId: actor.sessaoId }) })
    },
  }),

  route({
    method: 'POST',
    url: `${usuarios}/:id/sessoes/encerrar`,
    access: administrators,
    params: idParams,
    answer: sessoesEncerradasAnswer,
    handle: async (desk, request) =>
      done(ended, { encerradas: await endSessoesOf(desk, whoOf(request), request.params.id) }),
  }),

  route({
    method: 'POST',
    url: `${usuarios}/:id/sessoes/:sessao/encerrar`,
    access: administrators,
    params: z.object({ id: rowIdText, sessao: rowIdText }),
    answer: sessoesEncerradasAnswer,
    async handle(desk, request) {
      const { id, sessao } = request.params
      const encerradas = await endSessoesOf(desk, whoOf(request), id, sessao)
      if (encerradas === 0) throw notFound('Esta sessão')
      return done(ended, { encerradas })
    },
  }),

  route({
    method: 'GET',
    url: tokens,
    access: administrators,
    answer: tokensAnswer,
    handle: async ({ database }) => found({ tokens: (await listTokens(database)).reverse() }),
  }),

  route({
    method: 'POST',
    url: tokens,
    access: administrators,
    body: newTokenRequest,
    answer: newTokenAnswer,
    handle: async (desk, request) => done('Token criado', await addToken(desk, whoOf(request), request.body)),
  }),

  route({
    method: 'POST',
    url: `${tokens}/:id/revogar`,
    access: administrators,
    params: idParams,
    answer: tokenAnswer,
    handle: async (desk, request) =>
      done('Token revogado', { token: await endToken(desk, whoOf(request), request.params.id) }),
  }),

  route({
    method: 'POST',
    url: '/api/primeiro-acesso',
    access: 'anyone',
    body: primeiroAcessoRequest,
    answer: z.object(success),
    async handle(desk, { body, ip }) {
      await createFirstAdministrador(desk, body, ip)
      return done('Administrador criado: entre')
    },
  }),

  route({
    method: 'POST',
    url: '/api/senha/convite',
    access: 'anyone',
    body: readConviteRequest,
    answer: conviteAnswer,
    handle: async (desk, { body, ip }) => found({ usuario: await readConvite(desk, body.segredo, ip) }),
  }),

  route({
    method: 'POST',
    url: '/api/senha',
    access: 'anyone',
    body: useConviteRequest,
    answer: z.object(success),
    async handle(desk, { body, ip }) {
      await acceptConvite(desk, body.segredo, body.senha, ip)
      return done('Senha trocada: entre com ela')
    },
  }),
]
