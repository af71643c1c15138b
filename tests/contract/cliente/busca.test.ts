import { beforeAll, describe, expect, test } from 'vitest'
import { writeClientes } from '#server/cliente/rows/write/writeClientes'
import { makeCliente } from '#server/demo/generate/generateClientes'
import { aguardandoInstalacao, habilitado, situacaoCancelada, suspensoDebito } from '#server/demo/generate/planos'
import { useDesk } from '../../support/useDesk.ts'

const firstId = 700_000

/** A customer with that name; the other fields are generated. */
function cliente(
  n: number,
  nome_razaosocial: string,
  changes: { telefone?: string; situacao?: typeof habilitado } = {},
) {
  const { telefone = '', situacao = habilitado } = changes
  const made = makeCliente(11, firstId + n)
  const [servico] = made.servicos
  return {
    ...made,
    nome_razaosocial,
    nome_fantasia: null,
    telefone_primario: telefone,
    telefone_secundario: '',
    telefone_terciario: '',
    servicos: servico ? [{ ...servico, status: situacao.status, status_prefixo: situacao.status_prefixo }] : [],
  }
}

type Made = ReturnType<typeof cliente>

/** A copy of the customer whose first service is installed at that address. */
function at(made: Made, endereco: string, numero: string, bairro: string): Made {
  const endereco_instalacao = {
    completo: '',
    logradouro: 'Rua',
    endereco,
    numero,
    complemento: '',
    bairro,
    cep: '35500-777',
    estado: 'MG',
    uf: 'Minas Gerais',
    cidade: 'Quixeramobim',
    coordenadas: { latitude: null, longitude: null },
  }
  return { ...made, servicos: made.servicos.map((servico) => ({ ...servico, endereco_instalacao })) }
}

describe('the search of the call window', () => {
  let ana: string
  const desk = useDesk({ dddPadrao: '37' })
  beforeAll(async () => {
    const everybody = [
      cliente(1, 'Zoraide Nascente', { telefone: '(31) 98555-7341' }),
      cliente(2, 'Zulmira Nascente', { telefone: '37985557341' }),
      // A foreign number: without its country code the digits must not match a Brazilian number.
      cliente(11, 'Zeferina Estrangeira', { telefone: '+1985557341' }),
      cliente(3, 'Zilda Ordenada', { situacao: situacaoCancelada }),
      cliente(4, 'Zilda Ordenada', { situacao: suspensoDebito }),
      cliente(5, 'Zilda Ordenada', { situacao: aguardandoInstalacao }),
      cliente(6, 'Zilda Ordenada', { situacao: habilitado }),
      at(cliente(7, 'Xenofonte Morador'), 'das Jabuticabeiras', '1207', 'Alto da Serra'),
      at(cliente(8, 'Xisto Morador'), 'das Jabuticabeiras', '12', 'Alto da Serra'),
      cliente(12, 'Belmira Quixeramobim'),
      ...[9, 10].map((n) => ({ ...cliente(n, 'Iguais de Documento'), cpf_cnpj: '52998224725' })),
      ...Array.from({ length: 43 }, (_, n) => cliente(100 + n, `Walquíria Numerosa ${n}`)),
      ...Array.from({ length: 1_010 }, (_, n) => ({ ...cliente(1_000 + n, `Yolanda Multidão ${n}`), servicos: [] })),
    ]
    // In batches, because the embedded database handles small writes best.
    for (let from = 0; from < everybody.length; from += 50)
      await writeClientes(desk.database, everybody.slice(from, from + 50), { dddPadrao: '37' })
    ana = await desk.cookie('ana')
  })

  const ask = (path: string, termo: string) =>
    desk.send({ path: `/api/painel/clientes/${path}?termo=${encodeURIComponent(termo)}`, headers: { cookie: ana } })
  const names = async (termo: string) => {
    const answer = await ask('busca', termo)
    expect(answer.status, answer.text).toBe(200)
    return answer.json.clientes.map((each: { nome_razaosocial: string }) => each.nome_razaosocial)
  }

  test.each(['985557341', '98555-7341', '85557341', '9855573', '8555734'])(
    'the number %s without area code finds customers of the desk’s area code first',
    async (termo) => {
      expect(await names(termo)).toEqual(['Zulmira Nascente', 'Zoraide Nascente'])
      const headers = { cookie: await desk.cookie('clara') }
      const listed = await desk.send({ path: `/api/painel/clientes?termo=${termo}`, headers })
      expect(listed.json.clientes).toHaveLength(2)
    },
  )

  test('a number with its area code finds only that customer', async () => {
    expect(await names('31985557341')).toEqual(['Zoraide Nascente'])
  })

  test('customers are sorted by service: active, awaiting installation, suspended, cancelled', async () => {
    const { clientes, total } = (await ask('busca', 'zilda ordenada')).json
    const prefixos = clientes.map((each: Made) => each.servicos[0]?.status_prefixo)
    expect(prefixos).toEqual(['servico_habilitado', 'aguardando_instalacao', 'suspenso_debito', 'cancelado'])
    expect(total).toBe(4)
  })

  test('of more customers than are shown with a name that begins so, the best service and then the newest come first', async () => {
    const newest = Array.from({ length: 20 }, (_, n) => `Walquíria Numerosa ${42 - n}`)
    expect(await names('walquiria numerosa')).toEqual(newest)
  })

  test('a search returns up to twenty customers and the total, or null if the total needs a separate count', async () => {
    const some = (await ask('busca', 'walquiria numerosa')).json
    expect(some.clientes).toHaveLength(20)
    const counted = async (termo: string) => {
      const { total, limite } = (await ask('busca/total', termo)).json
      return { total, limite }
    }
    expect([some.total, (await counted('walquiria numerosa')).total]).toEqual([43, 43])
    const many = (await ask('busca', 'yolanda')).json
    expect(many).toMatchObject({ total: null, digite_mais: false })
    expect(await counted('yolanda')).toEqual({ total: 1_001, limite: 1_000 })
    expect((await counted('zilda ordenada')).total).toBe(4)
    expect((await counted('985557341')).total).toBe(2)
    expect((await counted('jabuticabeiras alto')).total).toBe(2)
    expect((await counted('ninguemassim')).total).toBe(0)
  })

  test.each(['a', 'é', '%', '- -', 'vó', 'da vó'])(
    'the term %j is reported as too short, not as a search that finds nobody',
    async (termo) => {
      expect((await ask('busca', termo)).json).toMatchObject({ clientes: [], total: 0, digite_mais: true })
      expect((await ask('busca/total', termo)).json).toMatchObject({ total: 0 })
    },
  )

  test.each([
    ['rua das jabuticabeiras 1207', ['Xenofonte Morador']],
    ['12 JABUTICABEIRAS', ['Xisto Morador']],
    ['Jabuticab. 1207, alto', ['Xenofonte Morador']],
    ['jabuticabeiras 12 quixeramobim', ['Xisto Morador']],
    ['35500-777 jabuticabeiras 12', ['Xisto Morador']],
    ['jabuticabeiras serra', ['Xisto Morador', 'Xenofonte Morador']],
    ['jabuticabeiras 13', []],
  ])('the address %j finds %j', async (termo, found) => {
    expect(await names(termo)).toEqual(found)
  })

  test('a word that is somebody’s name finds nobody by their address', async () => {
    expect(await names('quixeramobim')).toEqual(['Belmira Quixeramobim'])
  })

  test('a name finds the customer with that name first', async () => {
    const [first] = await names('Zulmira')
    expect(first).toBe('Zulmira Nascente')
  })

  test('a ticket’s protocolo finds its customer, with or without spaces', async () => {
    const id_cliente = firstId + 1
    const call = await desk.notify({ ramal: '101', id_cliente, telefone: '37999912222' })
    const opened = await desk.send({
      path: `/api/painel/ligacoes/${call.headers['x-ligacao-id']}/atendimento`,
      headers: { cookie: ana },
      body: {},
    })
    const { protocolo, protocolo_formatado } = opened.json.atendimento
    const before = await desk.database.pool.query(`SELECT count(*) FROM auditoria WHERE acao = 'documento_procurado'`)
    for (const termo of [protocolo, protocolo_formatado, ` ${protocolo.slice(0, 8)} ${protocolo.slice(8)} `])
      expect(await names(termo), termo).toEqual(['Zoraide Nascente'])
    expect(await names(protocolo.replace(/^..../, '2001'))).toEqual([])
    const after = await desk.database.pool.query(`SELECT count(*) FROM auditoria WHERE acao = 'documento_procurado'`)
    expect(after.rows).toEqual(before.rows)
    const clara = await desk.cookie('clara')
    const listed = await desk.send({
      path: `/api/painel/clientes?termo=${encodeURIComponent(protocolo_formatado)}`,
      headers: { cookie: clara },
    })
    expect(listed.json.clientes.map((each: Made) => each.id_cliente)).toEqual([id_cliente])
  })

  test('a count by document is recorded like a search by document', async () => {
    const count = async () =>
      (await desk.database.pool.query(`SELECT detalhes FROM auditoria WHERE acao = 'documento_procurado'`)).rows.length
    const before = await count()
    await ask('busca/total', '52998224725')
    expect(await count()).toBe(before + 1)
    // A search that finds two customers is not recorded about either of them.
    expect(await names('52998224725')).toHaveLength(2)
    const { rows } = await desk.database.pool.query('SELECT alvo, detalhes FROM auditoria ORDER BY id DESC LIMIT 1')
    expect(rows).toEqual([{ alvo: null, detalhes: { caracteres: 11, achados: 2 } }])
  })
})
