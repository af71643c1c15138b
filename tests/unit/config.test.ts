import { describe, expect, it } from 'vitest'
import { ConfigError, readConfig } from '#server/config'

describe('the configuration', () => {
  it('has the documented defaults', () => {
    expect(readConfig('production', {})).toMatchObject({
      host: '127.0.0.1',
      port: 3000,
      dataDir: '.data',
      databaseUrl: undefined,
      trustProxy: false,
      listaCacheSegundos: 60,
      timeZone: 'America/Sao_Paulo',
      requestsPerSecond: 100,
      signInsPerMinute: 10,
      demoPbx: true,
    })
    expect(readConfig('demo', {}).dataDir).toBe('.data/demo')
    expect(readConfig('demo', { DATA_DIR: 'x' }).dataDir).toBe('x')
  })

  it('takes an empty value for none', () => {
    expect(readConfig('production', { PORT: '', DATABASE_URL: '', DDD_PADRAO: '' })).toEqual(
      readConfig('production', {}),
    )
  })

  it('reports every mistake at once, each with its name and what it was', () => {
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

  it('tells no secret when it complains', () => {
    expect(() => readConfig('production', { SESSION_SECRET: 'segredo-curto' })).not.toThrow('segredo-curto')
    expect(() => readConfig('production', { METRICS_TOKEN: 'senha' })).not.toThrow('"senha"')
    expect(() => readConfig('production', { DATABASE_URL: 'mysql://alo:senha@db' })).not.toThrow('senha@')
  })
})
