import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { ConfigError, deskAddress, home, loadEnvFile, readConfig } from '#server/config'
import { isDdd } from '#server/telefone/rules/parse'

describe('the configuration', () => {
  it('has the documented defaults', () => {
    expect(readConfig('production', {})).toMatchObject({
      host: '127.0.0.1',
      port: 3000,
      dataDir: join(home, '.data'),
      databaseUrl: undefined,
      trustProxy: false,
      listaCacheSegundos: 60,
      timeZone: 'America/Sao_Paulo',
      requestsPerSecond: 100,
      signInsPerMinute: 10,
      saidaSegundos: 3,
      failedTokensPerMinute: 30,
      sessionIdleMinutes: 7 * 24 * 60,
      sessionMaxHours: 30 * 24,
      demoPbx: true,
    })
    expect(readConfig('demo', {}).dataDir).toBe(join(home, '.data/demo'))
    expect(readConfig('demo', { DATA_DIR: 'x' }).dataDir).toBe('x')
  })

  it('reads every setting from its own variable, and .env.example lists the same variables', () => {
    const given = {
      HOST: '::1',
      PORT: '4001',
      DATA_DIR: 'pasta',
      DATABASE_URL: 'postgresql://alo@db/alo',
      PUBLIC_URL: 'https://alo.example/',
      TRUST_PROXY: '10.0.0.1, 192.168.0.0/16',
      LISTA_CACHE_SEGUNDOS: '4002',
      NOME_PROVEDOR: 'Fibra Sul',
      DDD_PADRAO: '37',
      TZ_DESK: 'America/Manaus',
      SESSION_SECRET: 's'.repeat(32),
      CHAVE_SENHAS: 'a'.repeat(64),
      CHAVE_SENHAS_ANTERIOR: 'b'.repeat(64),
      METRICS_TOKEN: 'm'.repeat(16),
      LIMITE_REQUISICOES_SEGUNDO: '4003',
      LIMITE_ENTRADAS_MINUTO: '4004',
      SAIDA_SEGUNDOS: '5',
      LIMITE_REVELACOES_HORA: '4006',
      LIMITE_BUSCAS_DOCUMENTO_HORA: '4007',
      LIMITE_CLIENTES_ESCOLHIDOS_HORA: '4017',
      RETENCAO_CHAMADAS_DIAS: '4008',
      RETENCAO_ATENDIMENTOS_DIAS: '4009',
      RETENCAO_RASTROS_DIAS: '4018',
      RETENCAO_AUDITORIA_DIAS: '4010',
      LIMITE_ENCERRAMENTO_SEGUNDOS: '411',
      LIMITE_TOKENS_ERRADOS_MINUTO: '4012',
      SESSAO_OCIOSA_MINUTOS: '4013',
      SESSAO_MAXIMA_HORAS: '4014',
      LOG_LEVEL: 'trace',
      DEMO_PBX: 'off',
      BACKUP_PASTA: 'copias',
      BACKUP_INTERVALO_HORAS: '4015',
      BACKUP_MANTER: '4016',
    }
    const { mode, logPretty, ...read } = readConfig('production', given)
    expect(read).toEqual({
      host: '::1',
      port: 4001,
      dataDir: 'pasta',
      databaseUrl: given.DATABASE_URL,
      publicUrl: 'https://alo.example',
      trustProxy: ['10.0.0.1', '192.168.0.0/16'],
      listaCacheSegundos: 4002,
      nomeProvedor: 'Fibra Sul',
      dddPadrao: '37',
      timeZone: 'America/Manaus',
      sessionSecret: given.SESSION_SECRET,
      chaveSenhas: { atual: given.CHAVE_SENHAS, anterior: given.CHAVE_SENHAS_ANTERIOR },
      metricsToken: given.METRICS_TOKEN,
      requestsPerSecond: 4003,
      signInsPerMinute: 4004,
      saidaSegundos: 5,
      revealsPerHour: 4006,
      documentSearchesPerHour: 4007,
      choicesPerHour: 4017,
      retencao: { chamadas: 4008, atendimentos: 4009, rastros: 4018, auditoria: 4010 },
      shutdownSeconds: 411,
      failedTokensPerMinute: 4012,
      sessionIdleMinutes: 4013,
      sessionMaxHours: 4014,
      logLevel: 'trace',
      demoPbx: false,
      backup: { folder: 'copias', everyHours: 4015, keep: 4016 },
    })
    // Guard: this test and .env.example contain the same settings, so operators can read about each.
    const told = [...readFileSync('.env.example', 'utf8').matchAll(/^#? ?([A-Z][A-Z_]+)=/gm)].map(([, name]) => name)
    expect(told.toSorted()).toEqual(Object.keys(given).toSorted())
  })

  it.each([
    ['SAIDA_SEGUNDOS', '11'],
    ['RETENCAO_AUDITORIA_DIAS', '364'],
    ['RETENCAO_CHAMADAS_DIAS', '-1'],
    ['RETENCAO_ATENDIMENTOS_DIAS', '1.5'],
    ['SESSAO_OCIOSA_MINUTOS', '4'],
    ['SESSAO_MAXIMA_HORAS', '0'],
    ['LIMITE_REVELACOES_HORA', '0'],
    ['LIMITE_BUSCAS_DOCUMENTO_HORA', 'muitas'],
    ['LIMITE_ENTRADAS_MINUTO', '0'],
    ['BACKUP_INTERVALO_HORAS', '0'],
    ['BACKUP_MANTER', '0'],
    ['HOST', '999.1.1.1'],
    ['HOST', 'two words'],
    ['HOST', 'http://alo'],
    ['TRUST_PROXY', 'nginx'],
    ['TRUST_PROXY', '10.0.0.1,10.0.0.0/99'],
    ['TRUST_PROXY', '1'],
    ['TRUST_PROXY', '127.0.0.1,10/8'],
    ['DATA_DIR', '~/alo'],
    ['BACKUP_PASTA', '$HOME/alo'],
    ['DEMO_PBX', 'true'],
    ['LOG_LEVEL', 'INFO'],
  ])('refuses %s=%s with an error that names the setting and its value', (name, value) => {
    expect(() => readConfig('production', { [name]: value })).toThrow(`${name} must be`)
    expect(() => readConfig('production', { [name]: value })).toThrow(JSON.stringify(value))
  })

  it.each([
    ['127.0.0.1', 'http://127.0.0.1:3000'],
    ['0.0.0.0', 'http://127.0.0.1:3000'],
    ['::', 'http://127.0.0.1:3000'],
    ['::1', 'http://[::1]:3000'],
    ['[::1]', 'http://[::1]:3000'],
    ['fe80::1%eth0', 'http://[fe80::1]:3000'],
    ['mesa', 'http://mesa:3000'],
  ])('gives a desk that listens on %s the address %s', (HOST, address) => {
    const config = readConfig('production', { HOST })
    expect(config.host).not.toMatch(/[[\]]/)
    expect(deskAddress(config)).toBe(address)
    expect(deskAddress({ ...config, publicUrl: 'https://alo.example' })).toBe('https://alo.example')
  })

  it.each([' ', '0x10', '1e3', '3000.0', '+3000', '-1', '٣٠٠٠'])('refuses a port that is written %j', (PORT) => {
    expect(() => readConfig('production', { PORT })).toThrow('PORT must be a whole number from 0 to 65535')
  })

  it('takes trusted proxies as addresses, networks, or the names loopback, linklocal and uniquelocal', () => {
    const TRUST_PROXY = 'loopback,linklocal,uniquelocal,::1,fd00::/8,10.0.0.0/255.0.0.0'
    expect(readConfig('production', { TRUST_PROXY }).trustProxy).toEqual(TRUST_PROXY.split(','))
  })

  it('accepts 0 days for every retention', () => {
    const kept = { chamadas: 0, atendimentos: 0, rastros: 0, auditoria: 0 }
    const forEver = Object.fromEntries(Object.keys(kept).map((name) => [`RETENCAO_${name.toUpperCase()}_DIAS`, '0']))
    expect(readConfig('production', forEver).retencao).toEqual(kept)
  })

  it('takes every area code of Brazil, and no other', () => {
    for (const code of ['1', '370', ...Array.from({ length: 100 }, (_, n) => String(n).padStart(2, '0'))]) {
      const read = () => readConfig('production', { DDD_PADRAO: code }).dddPadrao
      if (isDdd(code)) expect(read()).toBe(code)
      else expect(read).toThrow(`DDD_PADRAO must be an area code of Brazil, such as 37 (it is "${code}")`)
    }
  })

  it('takes an empty value as not set', () => {
    expect(readConfig('production', { PORT: '', DATABASE_URL: '', DDD_PADRAO: '' })).toEqual(
      readConfig('production', {}),
    )
  })

  it('reports all mistakes at once, each with the name of its setting and, unless secret, its value', () => {
    const env = {
      PORT: '70000',
      DATABASE_URL: 'mysql://x',
      PUBLIC_URL: 'alo',
      DDD_PADRAO: '370',
      TZ_DESK: 'Marte/Olimpo',
      SESSION_SECRET: 'curto',
      DEMO_PBX: 'talvez',
    }
    const attempt = () => readConfig('production', env)
    expect(attempt).toThrow(ConfigError)
    for (const name of Object.keys(env)) expect(attempt).toThrow(name)
    for (const value of ['70000', 'alo', '370', 'Marte/Olimpo', 'talvez'])
      expect(attempt).toThrow(JSON.stringify(value))
  })

  it('refuses a PUBLIC_URL with a path, a query or a fragment, and drops slashes at its end', () => {
    const publicUrl = (PUBLIC_URL: string) => readConfig('production', { PUBLIC_URL }).publicUrl
    for (const url of ['https://alo.example/sub', 'https://alo.example/?a', 'https://alo.example/#a'])
      expect(() => publicUrl(url)).toThrow('PUBLIC_URL must end with the name or its port')
    expect(publicUrl('https://alo.example:8443//')).toBe('https://alo.example:8443')
  })

  it('reads PUBLIC_URL as browsers write it, and refuses one with a user or password without showing them', () => {
    const publicUrl = (PUBLIC_URL: string) => readConfig('production', { PUBLIC_URL }).publicUrl
    expect(publicUrl('HTTPS://Alo.Example.com:443')).toBe('https://alo.example.com')
    for (const url of ['https://ana:segredo@alo.example', 'https://segredo@alo.example/']) {
      expect(() => publicUrl(url)).toThrow('PUBLIC_URL must have no user and no password')
      expect(() => publicUrl(url)).not.toThrow('segredo')
    }
  })

  it('refuses CHAVE_SENHAS_ANTERIOR when CHAVE_SENHAS is not set', () => {
    const CHAVE_SENHAS_ANTERIOR = 'b'.repeat(64)
    const why = 'CHAVE_SENHAS_ANTERIOR is the key before CHAVE_SENHAS: set that one too'
    for (const others of [{}, { CHAVE_SENHAS: '' }, { PORT: 'x' }])
      expect(() => readConfig('production', { CHAVE_SENHAS_ANTERIOR, ...others })).toThrow(why)
  })

  it('says how to escape # and / in the password of DATABASE_URL', () => {
    for (const password of ['p#w', 'p/w', 'p@s#w', 'p@s/w', '12/34', '12#34'])
      expect(() => readConfig('production', { DATABASE_URL: `postgresql://alo:${password}@db:5432/alo` })).toThrow(
        '%23',
      )
    for (const DATABASE_URL of ['postgresql://alo:p%23w@db:5432/alo', 'postgresql://alo:p@w@db/alo?user=alo@db'])
      expect(readConfig('production', { DATABASE_URL }).databaseUrl).toBe(DATABASE_URL)
  })

  it('does not count blanks around a secret as characters, and removes them only from METRICS_TOKEN', () => {
    for (const [name, least] of [
      ['SESSION_SECRET', 32],
      ['METRICS_TOKEN', 16],
    ] as const) {
      for (const value of [' '.repeat(40), `${'s'.repeat(least - 1)}  `, `\t${'s'.repeat(least - 1)}`])
        expect(() => readConfig('production', { [name]: value })).toThrow(`${name} must have at least ${least}`)
      const value = ` ${'s'.repeat(least)} `
      const { sessionSecret, metricsToken } = readConfig('production', { [name]: value })
      expect(sessionSecret ?? metricsToken).toBe(name === 'METRICS_TOKEN' ? value.trim() : value)
    }
  })

  it('shows no secret in an error', () => {
    expect(() => readConfig('production', { SESSION_SECRET: 'segredo-curto' })).not.toThrow('segredo-curto')
    expect(() => readConfig('production', { METRICS_TOKEN: 'senha' })).not.toThrow('"senha"')
    expect(() => readConfig('production', { CHAVE_SENHAS: 'chave-curta' })).not.toThrow('chave-curta')
    expect(() => readConfig('production', { CHAVE_SENHAS_ANTERIOR: 'chave-curta' })).not.toThrow('chave-curta')
    expect(() => readConfig('production', { DATABASE_URL: 'mysql://alo:senha@db' })).not.toThrow('senha@')
  })
})

describe('the file .env', () => {
  const folder = mkdtempSync(join(tmpdir(), 'alo-env-'))
  afterAll(() => rmSync(folder, { recursive: true, force: true }))
  const path = join(folder, '.env')
  /** The environment after a file with this content has been loaded into it. */
  const loaded = (content: string | Buffer, env: Record<string, string | undefined> = {}) => {
    writeFileSync(path, content)
    loadEnvFile(path, env)
    return env
  }

  it('gives settings, but a setting of the environment wins over it', () => {
    const content = '\ufeff# A desk\r\n\r\nexport PORT = 4000 # behind a proxy\r\nDDD_PADRAO=37\r\nHOST=\n'
    expect(loaded(content, { DDD_PADRAO: '11' })).toEqual({ PORT: '4000', DDD_PADRAO: '11', HOST: '' })
    expect(loaded(`A="a # b"\nB='"'\nC=it's = so\nD="" # none\nE=\`"'\`\n`)).toEqual({
      A: 'a # b',
      B: '"',
      C: "it's = so",
      D: '',
      E: `"'`,
    })
    expect(loaded('DATABASE_URL=postgresql://alo@db/alo', { DATABASE_URL: '' })).toEqual({ DATABASE_URL: '' })
  })

  it('gives folders relative to its own folder; ~ and $HOME in them, and blanks around them, are refused', () => {
    const told = 'DATA_DIR=data\nBACKUP_PASTA=/var/backups\n'
    expect(loaded(told)).toEqual({ DATA_DIR: join(folder, 'data'), BACKUP_PASTA: '/var/backups' })
    expect(loaded(told, { DATA_DIR: 'here' })).toMatchObject({ DATA_DIR: 'here' })
    expect(loaded('DATA_DIR=')).toEqual({ DATA_DIR: '' })
    expect(() => readConfig('production', loaded('DATA_DIR=~/alo\nBACKUP_PASTA=$HOME/alo\n'))).toThrow(
      /DATA_DIR must be written out.*"~\/alo".*BACKUP_PASTA must be written out.*"\$HOME\/alo"/s,
    )
    for (const DATA_DIR of [' ', '/var/lib/alo '])
      expect(() => readConfig('production', { DATA_DIR })).toThrow(/DATA_DIR must neither begin nor end with a blank/)
  })

  it('tells which names are no settings, and refuses a value that is not UTF-8', () => {
    writeFileSync(path, 'PORT=3000\nBACKUP_PASTAS=/var/backups\nexport TZ=UTC\n')
    expect(loadEnvFile(path, {})).toEqual(['BACKUP_PASTAS', 'TZ'])
    const latin1 = (text: string) => loaded(Buffer.from(text, 'latin1'))
    expect(() => latin1('NOME_PROVEDOR=Conexão\n')).toThrow(`${path} has NOME_PROVEDOR in another encoding: save it as`)
    expect(latin1('# Endereço\nPORT=3000\n')).toEqual({ PORT: '3000' })
  })

  it('may be missing or empty', () => {
    const env = {}
    loadEnvFile(join(folder, 'nowhere'), env)
    expect(env).toEqual({})
    expect(loaded('')).toEqual({})
  })

  it.each([
    ['no equals sign', 'PORT 3000\nDATA_DIR=x'],
    ['a quote that is not closed', 'SESSION_SECRET="um segredo\nPORT=3000'],
    ['words after the quote', 'SESSION_SECRET="um" segredo'],
    ['a # inside a value without quotes', 'SESSION_SECRET=um#segredo'],
    ['no name', '=3000'],
    ['a name that is none', '1PORT=3000'],
    ['UTF-16', Buffer.from('\ufeffPORT=3000', 'utf16le')],
  ])('is refused with the line’s number when it has %s, and nothing of it is used or shown', (_, content) => {
    const env = {}
    const attempt = () => loaded(Buffer.concat([Buffer.from('HOST=::1\n'), Buffer.from(content as string)]), env)
    expect(attempt).toThrow(ConfigError)
    expect(attempt).toThrow('.env, line 2, is not NAME=value')
    expect(attempt).not.toThrow('segredo')
    expect(env).toEqual({})
  })

  it('is refused when it cannot be read', () => {
    expect(() => loadEnvFile(folder, {})).toThrow(`${folder} cannot be read (EISDIR)`)
  })
})
