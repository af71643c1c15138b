import { expect, test } from 'vitest'
import { byCommand, setAtivo } from '#server/acesso/rows/changeUsuario'
import { useDesk } from '../../support/useDesk.ts'

const desk = useDesk()
const bring = (csv: string, testar = false) => desk.as('admin', 'usuarios/importar', { csv, testar })
const people = async () => (await desk.as('admin', 'usuarios')).json.usuarios

const header = 'usuario;nome;papel;ramal;identificador_interno'

test('a dry run creates nobody; the import creates and records all users, who cannot sign in yet', async () => {
  const csv = `\ufeff${header}\r\nDavi.1;"Davi; o Primeiro";atendente;301;davi01\r\n\r\nelza;Elza Rocha;supervisor;;\r\n`
  const before = (await people()).length
  const told = [
    { linha: 2, usuario: 'Davi.1', nome: 'Davi; o Primeiro', erros: [] },
    { linha: 4, usuario: 'elza', nome: 'Elza Rocha', erros: [] },
  ]
  expect((await bring(csv, true)).json).toMatchObject({ criados: 0, linhas: told })
  expect(await people()).toHaveLength(before)
  expect((await bring(csv)).json).toMatchObject({ criados: 2, linhas: told })
  expect(await people()).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ usuario: 'davi.1', nome: 'Davi; o Primeiro', ramal: '301', ativo: true }),
      expect.objectContaining({ usuario: 'elza', papel: 'supervisor', ramal: null, identificador_interno: null }),
    ]),
  )
  const { registros } = (await desk.as('admin', 'auditoria?acao=usuario_criado')).json
  expect(registros.slice(0, 2)).toMatchObject([
    { detalhes: { por: 'importação' } },
    { detalhes: { por: 'importação' } },
  ])
  // A second import finds all users there already and creates none twice.
  const again = await bring(csv)
  expect(again.json.criados).toBe(0)
  expect(again.json.linhas[0].erros).toHaveLength(3)
  // A notification for the new extension finds its user.
  expect((await desk.notify({ ramal: 301 })).status).toBe(200)
  const sign = { username: 'elza', password: '' }
  const path = '/api/auth/sign-in/username'
  expect((await desk.send({ path, headers: { origin: desk.url }, body: sign })).status).not.toBe(200)
})

test('one wrong line stops the whole import, and each line lists all its mistakes', async () => {
  const off = await desk.user({ usuario: 'antigo', ramal: '399' })
  await setAtivo(desk.database, off, false, byCommand)
  const before = (await people()).length
  const csv = [
    'nome,usuario,papel,ramal',
    'Boa Pessoa,boa,atendente,310',
    'Ramal de outra,outra,atendente,101',
    'Repetida,BOA,atendente,310',
    `${'N'.repeat(200)},x,chefe,1-1`,
    'Curta',
    'Do desativado,nova,atendente,399',
    'Outro antigo,Antigo,atendente,',
  ].join('\n')
  const { json } = await bring(csv)
  expect(json.criados).toBe(0)
  expect(json.linhas.map(({ linha, erros }: { linha: number; erros: string[] }) => [linha, erros.length])).toEqual([
    ...[
      [2, 0],
      [3, 1],
      [4, 2],
      [5, 4],
      [6, 2],
      [7, 0],
      [8, 1],
    ],
  ])
  expect(json.linhas[1].erros).toEqual(['O campo ramal (101) já é de Ana Souza'])
  expect(json.linhas[2].erros).toEqual([
    'O campo usuario (boa) já é da linha 2 deste arquivo',
    'O campo ramal (310) já é da linha 2 deste arquivo',
  ])
  expect(await people()).toHaveLength(before)
})

test('an import that fails in the database creates nobody, and succeeds when it is repeated', async () => {
  const { pool } = desk.database
  const csv = `${header}\nheitor;Heitor;atendente;330;\nirene;Irene;atendente;331;`
  const before = (await people()).length
  await pool.query(`ALTER TABLE usuario ADD CONSTRAINT planted CHECK (usuario <> 'irene')`)
  expect((await bring(csv)).status).toBe(500)
  expect(desk.expectErrors()).toHaveLength(1)
  expect(await people()).toHaveLength(before)
  await pool.query('ALTER TABLE usuario DROP CONSTRAINT planted')
  expect((await bring(csv)).json.criados).toBe(2)
})

test('identifiers that only the database considers equal are refused with 409, and nobody is created', async () => {
  const before = (await people()).length
  const refused = await bring(`${header}\nlia;Lia;atendente;340;İris\nmia;Mia;atendente;341;iris`)
  expect([refused.status, refused.json.msg]).toEqual([409, expect.stringContaining('nada foi criado')])
  expect(await people()).toHaveLength(before)
})

test('rows, and columns at the end, that were emptied in a spreadsheet are passed over', async () => {
  const { status, json } = await bring(`${header};;\r\nivo;Ivo;atendente;;;;\r\n;;;;;;\r\n`, true)
  expect([status, json.linhas]).toEqual([200, [{ linha: 2, usuario: 'ivo', nome: 'Ivo', erros: [] }]])
})

test('a file that is not a valid CSV of users is refused with a message that says why', async () => {
  const cases: [csv: string, says: RegExp][] = [
    ['', /não tem nenhuma pessoa/],
    [header, /não tem nenhuma pessoa/],
    ['nome;ramal\nAna;101', /falta usuario, papel/],
    [`${header};senha\na;b;c;d;e;f`, /o que não se usa: senha/],
    [`${header};nome\na;b;c;d;e;f`, /o que não se usa: nome/],
    ['usuario;nome;papel;;identificador_interno\nana;Ana;atendente;399;ana1', /o que não se usa: uma coluna sem nome/],
    [`${header}\nana;"aspas;x`, /veja as aspas/],
    [`usuario;nome;papel\n${'a;b;atendente\n'.repeat(501)}`, /mais de 500/],
    ['x'.repeat(60_001), /no máximo 60.000/],
  ]
  for (const [csv, says] of cases) {
    const { status, text } = await bring(csv)
    expect([status, text]).toEqual([422, expect.stringMatching(says)])
  }
})

test('two imports of the same file at once create each user once', async () => {
  // The largest file allowed must be imported within the time limit of a transaction.
  const others = Array.from({ length: 490 }, (_, n) => `\npessoa${n};Pessoa ${n};atendente;5${n};pessoa${n}`)
  const csv = `${header}\nfabio;Fábio;atendente;320;\ngil;Gil;atendente;321;${others.join('')}`
  const both = await Promise.all([bring(csv), bring(csv)])
  expect(both.map(({ status }) => status)).toEqual([200, 200])
  expect(both.reduce((sum, { json }) => sum + json.criados, 0)).toBe(492)
  expect((await people()).filter(({ usuario }: { usuario: string }) => /^(fabio|gil)$/.test(usuario))).toHaveLength(2)
})
