import { type Desk, perDesk } from '../desk.ts'
import { originOf } from '../http/address.ts'
import { countAttempts } from './attempts.ts'
import { knownDevice } from './knownDevice.ts'

const countersOf = perDesk(({ config }) => ({
  devices: countAttempts(config.signInsPerMinute),
  addresses: countAttempts(config.signInsPerMinute),
  accounts: countAttempts(config.signInsPerMinute),
}))

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
