import { describe, expect, test } from 'vitest'
import { useDesk } from '../../support/useDesk.ts'

const desk = useDesk()

const asAdmin = (path: string, body?: object) => desk.as('admin', path, body)
/** The recorded changes of users and settings. Other entries, such as sign-ins, are left out. */
const recorded = async (): Promise<string[]> => {
  const { rows } = await desk.database.pool.query(
    `SELECT acao FROM auditoria WHERE acao ~ '^(usuario|tipo_servico|opcao|motivo|fila|modelo)' ORDER BY id`,
  )
  return rows.map(({ acao }) => acao)
}
interface Usuario {
  id: number
  usuario: string
  alterado_em: string
}
const usuario = async (wanted: string): Promise<Usuario> =>
  (await asAdmin('usuarios')).json.usuarios.find((each: Usuario) => each.usuario === wanted)
const ofBruno = async (deed: string) => [`usuarios/${await desk.idOf('bruno')}/${deed}`, {}] as const
const ofAna = async (body: object) => {
  const { id, alterado_em } = await usuario('ana')
  return [`usuarios/${id}`, { alterado_em, ...body }] as const
}
const said = async (path: string, body: object) => [path, body] as const
type Said = () => Promise<readonly [string, object]>

async function recordedBy(ask: Said) {
  const before = await recorded()
  const [path, body] = await ask()
  const { status } = await asAdmin(path, body)
  return { status, deeds: (await recorded()).slice(before.length) }
}

describe('an action that is repeated succeeds, and is recorded once', () => {
  test.each<[string, Said]>([
    ['usuario_desativado', () => ofBruno('desativar')],
    ['usuario_reativado', () => ofBruno('reativar')],
    ['usuario_alterado', () => ofAna({ nome: 'Ana Lima', ramal: '101', identificador_interno: 'ana01' })],
    ['tipo_servico_desativado', () => said('tipos_servico/1', { ativo: false })],
    ['tipo_servico_ativado', () => said('tipos_servico/1', { ativo: true })],
    ['opcao_atendimento_alterada', () => said('opcoes_atendimento/1', { ativo: false })],
    ['opcao_atendimento_alterada', () => said('opcoes_atendimento/1', { descricao: 'Outra' })],
    ['motivo_pausa_alterado', () => said('motivos_pausa', { codigo: 'almoco', ativo: false })],
    ['fila_nomeada', () => said('filas', { codigo: 'suporte', nome: 'Suporte' })],
    ['fila_nomeada', () => said('filas', { codigo: 'suporte', nome: null })],
    ['modelo_texto_alterado', () => said('modelos_texto/1', { ativo: false })],
    ['modelo_texto_alterado', () => said('modelos_texto/1', { texto: 'Bom dia', titulo: 'Saudação' })],
  ])('%s', async (deed, ask) => {
    if (deed.startsWith('modelo') && (await asAdmin('modelos_texto')).json.modelos.length === 0)
      await asAdmin('modelos_texto', { titulo: 'Olá', texto: 'Olá' })
    expect(await recordedBy(ask)).toEqual({ status: 200, deeds: [deed] })
    expect(await recordedBy(ask)).toEqual({ status: 200, deeds: [] })
  })
})

test.each<[string, Said]>([
  ['an option', () => said('opcoes_atendimento/2', {})],
  ['a reason', () => said('motivos_pausa', { codigo: 'banheiro' })],
  ['a text', () => said('modelos_texto/1', {})],
  ['a user', () => ofAna({})],
])('a change of %s without any field succeeds and is not recorded', async (_, ask) =>
  expect(await recordedBy(ask)).toEqual({ status: 200, deeds: [] }),
)

test('saving a user without a change keeps the time of their last change', async () => {
  const { id, ...seen } = await usuario('ana')
  expect((await asAdmin(`usuarios/${id}`, { ...seen, ramal: '101' })).status).toBe(200)
  expect((await usuario('ana')).alterado_em).toBe(seen.alterado_em)
})

test('a change of something that does not exist gets 404, or 422 for a pause reason', async () => {
  for (const path of ['tipos_servico', 'opcoes_atendimento', 'modelos_texto', 'usuarios'])
    expect(
      (await asAdmin(`${path}/2147483647${path === 'usuarios' ? '/desativar' : ''}`, { ativo: true })).status,
    ).toBe(404)
  expect((await asAdmin('motivos_pausa', { codigo: 'nenhum' })).status).toBe(422)
})
