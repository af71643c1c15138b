import { expect, onTestFinished, test, vi } from 'vitest'
import { authOf } from '#server/acesso/rows/auth'
import { demoSenha } from '#server/demo/accounts'
import { useDesk } from '../../support/useDesk.ts'

const desk = useDesk({ signInsPerMinute: 3, trustProxy: ['127.0.0.1'] })

const signIn = (username: string, password: string, ip: string, cookie = '') =>
  desk.send({
    path: '/api/auth/sign-in/username',
    headers: { origin: desk.url, 'x-forwarded-for': ip, ...(cookie && { cookie }) },
    body: { username, password },
  })

/**
 * A name that does not exist costs a hash as one that does. Here those hashes wait for `release` and are not computed,
 * which would take a processor for seconds.
 */
async function holdHashes() {
  const { password } = await (await authOf(desk.desk)).$context
  let release = () => {}
  const held = new Promise<string>((resolve) => {
    release = () => resolve('of no password')
  })
  const hashes = vi.spyOn(password, 'hash').mockReturnValue(held)
  onTestFinished(() => hashes.mockRestore())
  return { hashes, release }
}

test('sign-ins beyond the queue get 503 with Retry-After, and a known device still gets in', async () => {
  const device = (await signIn('ana', demoSenha, '10.1.0.1')).headers['set-cookie']?.at(-1)?.split(';')[0]
  expect(device).toMatch(/^alo\.device=/)
  const { hashes, release } = await holdHashes()
  const strangers = Array.from({ length: 120 }, (_, n) => signIn(`alguem${n}`, 'senha-errada', `10.2.0.${n}`))
  const told: Awaited<(typeof strangers)[number]>[] = []
  for (const stranger of strangers) stranger.then((answer) => told.push(answer))
  // One is judged and sixty wait. Those who waited in vain for 15 s would be refused too, but all at once.
  await expect.poll(() => told.length).toBe(120 - 61)
  expect(new Set(told.map(({ status, headers }) => `${status} ${headers['retry-after']}`))).toEqual(new Set(['503 5']))
  // The queue is full and stands still; sign-ins from a known device still get in.
  for (let n = 0; n < 3; n++) expect((await signIn('ana', demoSenha, '10.2.0.1', device)).status).toBe(200)
  expect(hashes).toHaveBeenCalledTimes(1)
  release()
  const statuses = (await Promise.all(strangers)).map(({ status }) => status)
  expect([...new Set(statuses)].sort()).toEqual([401, 503])
  expect(hashes).toHaveBeenCalledTimes(statuses.filter((status) => status === 401).length)
}, 60_000)

test('failed sign-ins from many IPv6 /64 networks of one /56 are limited together', async () => {
  ;(await holdHashes()).release()
  const statuses = await Promise.all(
    Array.from({ length: 14 }, async (_, n) => (await signIn(`um${n}`, 'errada', `2001:db8:1:${n}::1`)).status),
  )
  expect(statuses.filter((status) => status === 429)).toHaveLength(2)
  expect((await signIn('outro', 'senha-errada', '2001:db8:1:100::1')).status).toBe(401)
})
