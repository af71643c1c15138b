import { stopLeftPausas } from './acesso/changePausa.ts'
import { flushTokenUses } from './acesso/recognizeToken.ts'
import { endExpiredSessoes } from './acesso/rows/session.ts'
import { scheduleBackups } from './backups.ts'
import { demandReadable, sealSenhas } from './cliente/sealSenhas.ts'
import { isDatabaseAway } from './database/away.ts'
import { lookAtClock } from './database/clock.ts'
import type { Others } from './database/others/others.ts'
import { learnSealed } from './database/sealed/keyInForce.ts'
import type { Desk } from './desk.ts'
import { forgetAnswers } from './faturamento/rows/registrationFacts.ts'
import { enqueue } from './flow/keyedQueue.ts'
import { expireLigacoes } from './ligacao/expireLigacoes.ts'
import { checkChangedScreens } from './ligacao/followLigacoes.ts'
import { endUncertain } from './ligacao/noteHearing.ts'
import { forgetRings } from './ligacao/noteRing.ts'
import { judgeBrokenOff } from './perdida/brokeOff.ts'
import { noteAttended } from './perdida/noteAttended.ts'
import { onDuty, repeat } from './repeat.ts'
import { forgetOld } from './titular/forgetOld.ts'

const minute = 60_000
const day = 24 * 60 * minute

/**
 * Starts the desk's chores and returns the function that stops them, which waits for those under way. Chores about rows
 * run in only one of the processes that share a database: docs/decisions/0046.
 */
export function beginChores(desk: Desk, others: Others, failed: (chore: string) => void): () => Promise<void> {
  const { config, database, log } = desk
  const every = (ms: number, name: string, chore: () => Promise<unknown>) =>
    repeat(name, ms, chore, log, (err) => isDatabaseAway(err) || void failed(name))
  const own = [
    every(minute, 'write last uses of tokens', () => flushTokenUses(desk)),
    every(minute, 'forget rings that no group is made of', async () => forgetRings(desk)),
    every(10_000, 'look whether windows changed unheard', () => checkChangedScreens(desk)),
    every(minute, 'learn that no service password stands in clear', () => learnSealed(database)),
  ]
  const isSteady = () => enqueue(desk, 'relogio', () => lookAtClock(database, desk.now(), log))
  // A chore that may have much to do stops at the signal, so that it does not delay the shutdown; its next run goes on.
  const lengthy = (ms: number, name: string, chore: (signal: AbortSignal) => Promise<unknown>) => {
    const ending = new AbortController()
    const stop = every(ms, name, () => chore(ending.signal))
    return async () => {
      ending.abort()
      await stop()
    }
  }
  const forAll = onDuty(() => [
    every(minute, 'expire windows', () => expireLigacoes(desk)),
    every(minute, 'end calls that may be over', () => endUncertain(desk)),
    every(10 * minute, 'forget idempotency keys', async () => {
      if (await isSteady()) await forgetAnswers(database, desk.now())
    }),
    lengthy(10 * minute, 'note which missed callers were attended since', (signal) => noteAttended(desk, signal)),
    lengthy(10 * minute, 'note which conversations broke off', (signal) => judgeBrokenOff(desk, signal)),
    every(10_000, 'end expired sessions', () => endExpiredSessoes(desk)),
    every(10_000, 'end pauses of who has left', () => stopLeftPausas(desk)),
    lengthy(minute, 'seal service passwords', async (signal) => demandReadable(await sealSenhas(desk, { signal }))),
    lengthy(day, 'forget what is old', async (signal) => {
      if (await isSteady()) await forgetOld(desk, signal)
    }),
    scheduleBackups(config, log, isSteady, failed),
  ])
  others.on('duty', forAll.set)
  return async () => void (await Promise.all([...own, forAll.stop].map((stop) => stop())))
}
