import type { Socket } from 'socket.io-client'
import type { ServerEvents } from '#server/events'
import type { ClientEvents } from '#server/ligacao/wire/ligacao'
import { giveUpReads } from '../../ui/network/request.ts'
import { serverAnswers } from '../../ui/network/serverAnswers.ts'
import { askEvery, type LineEffect, type LineEvents, newLine, step } from './lineStates.ts'

export type DeskSocket = Socket<ServerEvents, ClientEvents>

/** All in milliseconds. */
const [lookEvery, answerWithin, askWithin] = [400, 8_000, 1_200]
/** After `late` the tab's timers were held back; after `asleep` the computer slept. */
const [late, asleep] = [1_500, 15_000]
const asksAtOnce = 2

interface LineWatch {
  onSilent: () => void
  /** The server answers again over the same connection. */
  onAnswer: () => void
  /** The connection or the attempt at one is dead: make a new one. */
  onDead: () => void
  /** This computer slept, or its clock was set: anything may have been missed. */
  onWake: () => void
}

/**
 * Watches one socket's connection by heartbeats that the server acknowledges. While the connection is in doubt, it asks
 * over HTTP whether the server can be reached: a connection that stays silent while the server answers over HTTP is
 * dead, even if the socket believes otherwise. Returns the function that stops watching.
 */
export function watchLine(socket: DeskSocket, { onSilent, onAnswer, onDead, onWake }: LineWatch): () => void {
  let line = newLine(Date.now())
  /** The timers of the current wait. */
  let timers: ReturnType<typeof setTimeout>[] = []
  let [asking, lastAsked, lastLook] = [0, 0, Date.now()]
  const stopped = new AbortController()

  const happen = <Type extends keyof LineEvents>(type: Type, event: LineEvents[Type]) => {
    const [next, ...effects] = step(line, type, event)
    if (next.since !== line.since) {
      timers.forEach(clearTimeout)
      timers = []
    }
    line = next
    for (const effect of effects) perform(effect, event.now)
  }
  const perform = (effect: LineEffect, now: number) => {
    if (effect === 'beat') sendBeat()
    else if (effect === 'ask') void ask(now)
    else if (typeof effect === 'string') acts[effect]()
    else if ('giveUpReads' in effect) giveUpReads(effect.giveUpReads)
    else timers.push(setTimeout(() => happen('expired', { now: Date.now() }), effect.expireIn))
  }
  const acts = { silent: onSilent, answer: onAnswer, dead: onDead, wake: onWake }
  const sendBeat = () => {
    const { beat } = line
    socket.timeout(answerWithin).emit('mesa:pulso', (error) => {
      if (!error) happen('answered', { now: Date.now(), beat })
    })
  }
  const ask = async (askedAt: number) => {
    asking += 1
    lastAsked = askedAt
    const reached = await serverAnswers(AbortSignal.any([stopped.signal, AbortSignal.timeout(askWithin)]))
    asking -= 1
    if (stopped.signal.aborted) return
    if (reached) happen('reached', { now: Date.now(), askedAt, active: socket.active })
    else happen('unreached', { now: Date.now() })
  }

  const looking = setInterval(() => {
    const now = Date.now()
    const held = now - lastLook
    lastLook = now
    if (held < 0) lastAsked = now
    if (held > asleep || held < 0) happen('woke', { now, back: held < 0 })
    happen('look', { now, late: held > late, open: socket.io._readyState === 'open' })
    const every = askEvery(line, now, socket.active)
    if (every !== null && asking < asksAtOnce && now - lastAsked >= every) void ask(now)
  }, lookEvery)

  const onAttempt = () => happen('attempt', { now: Date.now() })
  socket.io.on('reconnect_attempt', onAttempt)
  socket.on('connect', () => happen('connected', { now: Date.now() }))
  socket.on('disconnect', (reason) =>
    happen('disconnected', { now: Date.now(), byServer: reason === 'io server disconnect' }),
  )
  return () => {
    clearInterval(looking)
    timers.forEach(clearTimeout)
    stopped.abort()
    socket.io.off('reconnect_attempt', onAttempt)
  }
}
