import { MutationObserver, onlineManager, QueryObserver } from '@tanstack/react-query'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { returnPath } from '../../../app/acesso/entrada/SignInForm.tsx'
import { cidadeDe } from '../../../app/ligacao/chamada/Resumo.tsx'
import { estadoConexao } from '../../../app/ligacao/linha/Conexao.tsx'
import { looksPersonal } from '../../../app/ui/lista/useFiltros.ts'
import {
  ApiError,
  camposDe,
  conflictOf,
  createQueryClient,
  request,
  sentenceOf,
} from '../../../app/ui/network/request.ts'
import { decorrido } from '../../../app/ui/network/serverClock.tsx'
import { wholeAnswer } from '../../../app/ui/network/wholeAnswer.ts'

describe('the page after a sign-in', () => {
  const origin = 'https://mesa.example'
  const to = (voltar: string) => returnPath(`?voltar=${encodeURIComponent(voltar)}`, origin)

  it('is the page where the agent was', () => {
    expect(to('/clientes?pagina=2')).toBe('/clientes?pagina=2')
  })

  it.each([
    'https://evil.example/',
    '//evil.example',
    '/\\evil.example',
    '\\\\evil.example',
    'javascript:alert(1)',
    '/\t/evil.example',
    '',
    '/entrar',
    '/.//evil.example/entrar',
    '/a/..//evil.example',
    '/%2e//evil.example',
    '/%2e%2e/%2f/evil.example',
    '/clientes//evil.example',
    '/clientes/%5cevil.example',
    '/clientes/%ff',
    '/%65ntrar',
    '/api/painel/clientes/exportar?formato=csv',
    '/%61pi/painel/clientes/1',
    '/socket.io/',
    '/metrics',
  ])('is /painel instead of %j', (voltar) => {
    expect(to(voltar)).toBe('/painel')
  })
})

describe('the connection state', () => {
  const base = { conectado: true, retratoRecebido: true, interrompidoEm: 0, offline: false, bancoAusente: false }

  it('is active only with a connection, a snapshot and an available database', () => {
    expect(estadoConexao(base, 60_000)).toBe('ativa')
    expect(estadoConexao({ ...base, retratoRecebido: false }, 9_999)).toBe('reconectando')
    expect(estadoConexao({ ...base, conectado: false }, 1)).toBe('reconectando')
    expect(estadoConexao({ ...base, bancoAusente: true }, 1)).toBe('reconectando')
  })

  it('is lost after 10 s of interruption, or at once without a network', () => {
    expect(estadoConexao({ ...base, conectado: false }, 10_000)).toBe('perdida')
    expect(estadoConexao({ ...base, bancoAusente: true }, 10_000)).toBe('perdida')
    expect(estadoConexao({ ...base, conectado: false, offline: true }, 1)).toBe('perdida')
  })
})

describe('how long ago', () => {
  it.each([
    [-5_000, 'agora'],
    [1_999, 'agora'],
    [12_000, 'há 12 s'],
    [61_000, 'há 1 min 01 s'],
    [3_600_000 + 120_000, 'há 1 h 02 min'],
    [24 * 3_600_000 - 1, 'há 23 h 59 min'],
    [24 * 3_600_000, 'há 1 dia'],
    [123 * 3_600_000, 'há 5 dias'],
  ])('%d ms ago is written %j', (ago, words) => {
    expect(decorrido(0, ago)).toBe(words)
  })
})

describe('without a network', () => {
  afterEach(() => onlineManager.setOnline(true))

  it('queries and mutations fail at once instead of waiting for the network', async () => {
    onlineManager.setOnline(false)
    const client = createQueryClient()
    const silence = () => Promise.reject(new ApiError(0, null))
    await expect(client.getMutationCache().build(client, { mutationFn: silence }).execute({})).rejects.toThrow(ApiError)
    await expect(client.fetchQuery({ queryKey: ['lista'], queryFn: silence, retry: false })).rejects.toThrow(ApiError)
  })
})

describe('a failed request', () => {
  it('is retried up to three times if the failure may pass, and never if it was refused', () => {
    const { retry } = createQueryClient().getDefaultOptions().queries ?? {}
    if (typeof retry !== 'function') throw new Error('retry is decided by the failure')
    const again = (count: number, status: number) => retry(count, new ApiError(status, null))
    expect([again(0, 0), again(2, 503), again(3, 503), again(0, 404), again(0, 429)]).toEqual([
      ...[true, true, false, false, false],
    ])
  })

  it('is not retried before its failure is said if the server was silent for as long as anybody should wait', async () => {
    const { retry } = createQueryClient().getDefaultOptions().queries ?? {}
    if (typeof retry !== 'function') throw new Error('retry is decided by the failure')
    const over = vi.spyOn(AbortSignal, 'timeout').mockReturnValue(AbortSignal.abort())
    const failure: ApiError = await request('/api/painel/eu').then(
      () => expect.fail('it was answered'),
      (error) => error,
    )
    over.mockRestore()
    expect(failure).toMatchObject({ status: 0 })
    expect(retry(0, failure)).toBe(false)
  })

  it('gets a sentence with the errors of its fields, or the desk’s own words if a proxy refused it', () => {
    const refused = { status: 'error', msg: 'Há erros', campos: { nome: ['O campo nome já é de outro'] } }
    expect(sentenceOf(new ApiError(422, refused))).toBe('Há erros. O campo nome já é de outro')
    // Below the field, whose label says it in better words.
    expect(camposDe(new ApiError(422, refused))).toEqual({ nome: 'Já é de outro' })
    expect(sentenceOf(new ApiError(403, { status: 'blocked', msg: 'Access denied' }))).toMatch(/não tem permissão/)
    expect(sentenceOf(new ApiError(429, null, { retryAfter: '7' }))).toContain('Aguarde 7 s')
    expect(conflictOf(new ApiError(409, { usuario: 1 }))).toEqual({ usuario: 1 })
    expect(conflictOf(new ApiError(422, { usuario: 1 }))).toBeNull()
  })

  it('has status 0 if a proxy’s page came instead of the desk’s response', async () => {
    const fetched = vi
      .spyOn(globalThis, 'fetch')
      .mockImplementation(async () => new Response('<html>', { status: 200 }))
    await expect(request('/api/painel/eu')).rejects.toMatchObject({ status: 0 })
    fetched.mockRestore()
  })
})

describe('mutations that respond with the whole list', () => {
  const key = ['lista']
  const turns = [
    ['a', 'b'],
    ['b', 'a'],
  ]

  it.each(turns.flatMap((acts) => turns.map((answers) => ({ acts, answers }))))(
    'leave the server’s list in the cache, done in the order $acts and answered in the order $answers',
    async ({ acts, answers }) => {
      const client = createQueryClient()
      let list = ['a', 'b', 'c']
      let fetched = 0
      const stop = new QueryObserver(client, { queryKey: key, queryFn: () => [list, fetched++][0] }).subscribe(() => {})
      await client.refetchQueries()
      const press = (what: string) => {
        let answer = (_list: string[]) => {}
        const mutationFn = () => new Promise<string[]>((resolve) => (answer = resolve))
        const done = new MutationObserver(client, { ...wholeAnswer(client, key), mutationFn }).mutate(undefined)
        const act = () => {
          list = list.filter((each) => each !== what)
          const found = list
          return () => {
            answer(found)
            return done
          }
        }
        return [what, act] as const
      }
      const pressed = new Map([press('a'), press('b')])
      await Promise.resolve()
      const acted = new Map(acts.map((what) => [what, pressed.get(what)?.()]))
      for (const what of answers) await acted.get(what)?.()
      expect(client.getQueryData(key)).toEqual(['c'])

      const before = fetched
      const [, act] = press('c')
      await Promise.resolve()
      await act()()
      expect({ list: client.getQueryData(key), fetched }).toEqual({ list: [], fetched: before })
      stop()
      client.clear()
    },
  )

  it('show what a colleague saved meanwhile after they were refused', async () => {
    const client = createQueryClient()
    let list = ['before']
    const stop = new QueryObserver(client, { queryKey: key, queryFn: () => list }).subscribe(() => {})
    await client.refetchQueries()
    list = ['theirs']
    const mutationFn = () => Promise.reject(new ApiError(409, null))
    const mutation = new MutationObserver(client, { ...wholeAnswer(client, key), mutationFn })
    await expect(mutation.mutate(undefined)).rejects.toMatchObject({ status: 409 })
    await vi.waitFor(() => expect(client.getQueryData(key)).toEqual(['theirs']))
    stop()
    client.clear()
  })

  it('are not overwritten by an older response that is still under way', async () => {
    const client = createQueryClient()
    let arrive = (_list: string[]) => {}
    const queryFn = () => new Promise<string[]>((resolve) => (arrive = resolve))
    const fetching = client.fetchQuery({ queryKey: key, queryFn }).catch(() => undefined)
    const mutationFn = async () => ['new']
    await new MutationObserver(client, { ...wholeAnswer(client, key), mutationFn }).mutate(undefined)
    arrive(['old'])
    await fetching
    expect(client.getQueryData(key)).toEqual(['new'])
    client.clear()
  })

  it.each(['before the answer', 'after it'])(
    'do not put back what a fetch that began meanwhile brings newer, when it comes %s',
    async (when) => {
      const client = createQueryClient()
      let list = ['old']
      let arrive = () => {}
      let held = Promise.resolve()
      const queryFn = async () => [list, await held][0]
      const stop = new QueryObserver(client, { queryKey: key, queryFn }).subscribe(() => {})
      await client.refetchQueries()
      let answer = (_list: string[]) => {}
      const mutationFn = () => new Promise<string[]>((resolve) => (answer = resolve))
      const done = new MutationObserver(client, { ...wholeAnswer(client, key), mutationFn }).mutate(undefined)
      await Promise.resolve()
      list = ['newer']
      if (when === 'after it') held = new Promise((resolve) => (arrive = resolve))
      const fetching = client.refetchQueries()
      if (when !== 'after it') await fetching
      answer(['answer'])
      await done
      arrive()
      await expect.poll(() => client.getQueryData(key)).toEqual(['newer'])
      stop()
      client.clear()
    },
  )
})

it.each([
  ['(37) 9999', false],
  ['3799991', false],
  ['37 9999-12', true],
  ['123.456.789', true],
  ['AB.CDE.FGH/IJKL-35', true],
  ['abcdefghijkl35', true],
  ['protocolo aberto', false],
])('%j, typed into a filter, looks like a document or telephone: %s', (typed, personal) =>
  expect(looksPersonal(typed)).toBe(personal),
)

describe('the city in a card', () => {
  it.each([
    ['Rua das Acácias, 120, Centro, Divinópolis - MG, 35500-001', 'Divinópolis'],
    ['Rua das Acácias - fundos, São João del-Rei  -  MG', 'São João del-Rei'],
    ['Estrada da Serra - km 4 - MG', 'Estrada da Serra - km 4'],
    ['Rua A, - MG, Divinópolis - MG', 'Divinópolis'],
    ['Rua das Acácias, 120', null],
    ['', null],
    [null, null],
  ])('%o has %o', (endereco, cidade) => {
    expect(cidadeDe(endereco)).toBe(cidade)
  })

  it('is not looked for from each letter of a long text anew, which would stop the page', () => {
    expect(cidadeDe('sem vírgula '.repeat(40_000))).toBeNull()
  })
})
