import { expect, test } from 'vitest'
import { demoSenha } from '#server/demo/accounts'
import { useDesk } from '../../support/useDesk.ts'

const desk = useDesk({ signInsPerMinute: 3, trustProxy: ['127.0.0.1'] })

const signIn = (username: string, password: string, ip: string, cookie = '') =>
  desk.send({
    path: '/api/auth/sign-in/username',
    headers: { origin: desk.url, 'x-forwarded-for': ip, ...(cookie && { cookie }) },
    body: { username, password },
  })

test('sign-ins beyond the queue get 503 with Retry-After, and a known device still gets in', async () => {
  const device = (await signIn('ana', demoSenha, '10.1.0.1')).headers['set-cookie']?.at(-1)?.split(';')[0]
  expect(device).toMatch(/^alo\.device=/)
  const strangers = Array.from({ length: 120 }, (_, n) => signIn(`alguem${n}`, 'senha-errada', `10.2.0.${n}`))
  const refused = await Promise.any(
    strangers.map(async (answer) => ((await answer).status === 401 ? Promise.reject() : answer)),
  )
  expect([refused.status, refused.headers['retry-after']]).toEqual([503, '5'])
  // The queue is full now; sign-ins from a known device still get in.
  for (let n = 0; n < 3; n++) expect((await signIn('ana', demoSenha, '10.2.0.1', device)).status).toBe(200)
  const statuses = (await Promise.all(strangers)).map(({ status }) => status)
  expect([...new Set(statuses)].sort()).toEqual([401, 503])
}, 60_000)

test('failed sign-ins from many IPv6 /64 networks of one /56 are limited together', async () => {
  const statuses = await Promise.all(
    Array.from({ length: 14 }, async (_, n) => (await signIn(`um${n}`, 'errada', `2001:db8:1:${n}::1`)).status),
  )
  expect(statuses.filter((status) => status === 429)).toHaveLength(2)
  expect((await signIn('outro', 'senha-errada', '2001:db8:1:100::1')).status).toBe(401)
})
