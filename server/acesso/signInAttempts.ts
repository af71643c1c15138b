import * as z from 'zod'
import { type Desk, perDesk } from '../desk.ts'
import { Semaphore } from '../flow/semaphore.ts'
import { busy } from '../refusal.ts'
import { type Attempts, countAttempts, countOrigins, takeEach } from './attempts.ts'
import { knownDevice } from './knownDevice.ts'

const counters = ['devices', 'addresses', 'accounts'] as const
type Counter = (typeof counters)[number]
const elsewhere = z.tuple([z.enum(counters), z.enum(['take', 'giveBack']), z.string().max(1_000)])

const countersOf = perDesk(({ config, others }) => {
  const own: Record<Counter, Attempts> = {
    devices: countAttempts(config.signInsPerMinute),
    addresses: countOrigins(config.signInsPerMinute),
    accounts: countAttempts(config.signInsPerMinute),
  }
  others.hear('attempt', (what) => {
    const { data } = elsewhere.safeParse(what)
    if (data) own[data[0]][data[1]](data[2])
  })
  const told = (name: Counter): Attempts => ({
    take(key) {
      const wait = own[name].take(key)
      if (wait === 0) others.tell('attempt', [name, 'take', key])
      return wait
    },
    giveBack(key) {
      own[name].giveBack(key)
      others.tell('attempt', [name, 'giveBack', key])
    },
  })
  return { devices: told('devices'), addresses: told('addresses'), accounts: told('accounts') }
})

/** From now on, attempts at other processes of the desk count here too. */
export const hearAttempts = (desk: Desk) => void countersOf(desk)

interface SignInAttempt {
  usuario: string
  ip: string
  cookies: string | undefined
}

/**
 * Hashing a password takes 32 MiB and a processor for a tenth of a second, on one of the four threads that file access
 * and compression share. Known devices have a queue of their own: nobody there waits behind strangers who guess.
 */
const judging = {
  known: new Semaphore({ most: 2, waiting: 120, patienceMs: 15_000, refusal: busy }),
  strange: new Semaphore({ most: 1, waiting: 60, patienceMs: 15_000, refusal: busy }),
}

interface Attempt {
  /** Seconds to wait; 0 when the attempt may be made. */
  wait: number
  /** Judges the password when it is its turn. @throws Refusal busy */
  judge<T>(work: () => Promise<T>): Promise<T>
  /** Gives the attempt back, because it was no failure. */
  good(): void
}

/**
 * Takes one attempt to sign in. On a device where the account signed in before, the device's own failures count and nobody
 * else's; from anywhere else those of the address, with the networks around it, and those of the account. So whoever tries
 * an account out is stopped and does not lock its owner out. Names that do not exist are counted like those that do.
 * docs/interface.md: Sessions.
 */
export async function attemptSignIn(desk: Desk, { usuario, ip, cookies }: SignInAttempt): Promise<Attempt> {
  const { devices, addresses, accounts } = countersOf(desk)
  const device = await knownDevice(desk, cookies, usuario)
  const { wait, giveBack } = takeEach(
    device === null
      ? [
          [addresses, ip],
          [accounts, usuario],
        ]
      : [[devices, `${device} ${usuario}`]],
  )
  const turns = judging[device === null ? 'strange' : 'known']
  return { wait, judge: (work) => turns.run(work), good: giveBack }
}
