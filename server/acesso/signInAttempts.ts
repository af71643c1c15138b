import { z } from 'zod'
import { type Desk, perDesk } from '../desk.ts'
import { originOf } from '../http/address.ts'
import { type Attempts, countAttempts } from './attempts.ts'
import { knownDevice } from './knownDevice.ts'

const counters = ['devices', 'addresses', 'accounts'] as const
type Counter = (typeof counters)[number]
const elsewhere = z.tuple([z.enum(counters), z.enum(['take', 'giveBack']), z.string().max(1_000)])

const countersOf = perDesk(({ config, others, now }) => {
  const own: Record<Counter, Attempts> = {
    devices: countAttempts(config.signInsPerMinute),
    addresses: countAttempts(config.signInsPerMinute),
    accounts: countAttempts(config.signInsPerMinute),
  }
  others.hear('attempt', (what) => {
    const { data } = elsewhere.safeParse(what)
    if (data) own[data[0]][data[1]](data[2], now())
  })
  const told = (name: Counter): Attempts => ({
    take(key, at) {
      const wait = own[name].take(key, at)
      if (wait === 0) others.tell('attempt', [name, 'take', key])
      return wait
    },
    giveBack(key, at) {
      own[name].giveBack(key, at)
      others.tell('attempt', [name, 'giveBack', key])
    },
  })
  return { devices: told('devices'), addresses: told('addresses'), accounts: told('accounts') }
})

/** From here on what is tried at other processes of the desk counts here, too. */
export const hearAttempts = (desk: Desk) => void countersOf(desk)

export interface SignInAttempt {
  usuario: string
  ip: string
  cookies: string | undefined
}

export interface Attempt {
  /** Seconds to wait; 0: it may be made. */
  wait: number
  /** Says that it was no failure. */
  good(): void
}

const refused = (wait: number): Attempt => ({ wait, good: () => {} })

/**
 * Takes one attempt to sign in. On a device where the account signed in before, the device's own failures count and nobody
 * else's; from anywhere else those of the address and those of the account. So whoever tries an account out is stopped
 * and does not lock its owner out. Names that do not exist are counted like those that do. docs/interface.md: Sessions.
 */
export async function attemptSignIn(desk: Desk, { usuario, ip, cookies }: SignInAttempt): Promise<Attempt> {
  const { devices, addresses, accounts } = countersOf(desk)
  const now = desk.now()
  const device = await knownDevice(desk, cookies, usuario)
  if (device !== null) {
    const key = `${device} ${usuario}`
    const wait = devices.take(key, now)
    return wait > 0 ? refused(wait) : { wait, good: () => devices.giveBack(key, now) }
  }
  const origin = originOf(ip)
  const wait = addresses.take(origin, now)
  if (wait > 0) return refused(wait)
  const accountWait = accounts.take(usuario, now)
  if (accountWait > 0) {
    addresses.giveBack(origin, now)
    return refused(accountWait)
  }
  return {
    wait,
    good() {
      addresses.giveBack(origin, now)
      accounts.giveBack(usuario, now)
    },
  }
}
