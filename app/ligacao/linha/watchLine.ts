import type { Socket } from 'socket.io-client'
import type { ClientEvents, ServerEvents } from '#server/ligacao/wire/ligacao'
import { giveUpReads } from '../../ui/request.ts'
import { noteServerDate } from '../../ui/serverClock.tsx'

export type DeskSocket = Socket<ServerEvents, ClientEvents>

/** What is looked at, and when, in milliseconds. docs/interface.md: The socket's wire. */
const [look, beat, doubt, hopeless] = [400, 700, 300, 500]
const [silence, unheard] = [3_000, 8_000]
/** How long the server may take to answer whether it can be reached at all. */
const [probeWithin, probesAtOnce] = [1_200, 2]
/** Between two such questions: while it could not be reached, and while it could. */
const [impatient, patient] = [300, 2_500]
/** How long an attempt may take while the server can be reached; each one given up leaves the next twice as long. */
const attempt = 1_500
/** A look so late was nobody's fault: the tab's timers were held back, or the computer slept. */
const late = 1_500
const asleep = 15_000

export interface LineWatch {
  /** The server does not answer over this connection: calls may not be arriving. */
  onSilent: () => void
  /** It answers again over the same connection. */
  onAnswer: () => void
  /** The connection is dead, or hangs while it is made, and a new one would stand: make it. */
  onDead: () => void
  /** This computer slept, or its clock was set: anything may have been missed. */
  onWake: () => void
}

/**
 * Watches one socket's connection by heartbeats that the server acknowledges, and while that is in doubt by asking over
 * HTTP whether the server can be reached: a connection that stays silent while the server answers elsewhere is dead,
 * however alive the socket believes it. Returns the function that stops it.
 */
export function watchLine(socket: DeskSocket, { onSilent, onAnswer, onDead, onWake }: LineWatch): () => void {
  /** The heartbeat under way. `spared`: one look came too late to judge it. */
  let sent: { at: number; spared: boolean } | undefined
  let lastSent = 0
  let silent = false
  /** When this connection, or the attempt at one, was begun. */
  let begun = Date.now()
  /** An answer while nothing is connected is news only after the server could not be reached. */
  let unreached = false
  /** A server of an earlier version knows of no heartbeat, and may be met while a desk is brought up to date. */
  let known = false
  let attemptWithin = attempt
  let probes = 0
  let lastProbe = 0
  let lastLook = Date.now()
  const stopped = new AbortController()

  const begin = () => {
    begun = Date.now()
    sent = undefined
    silent = false
  }
  const dead = () => {
    if (!socket.connected) attemptWithin = Math.min(attemptWithin * 2, unheard)
    begin()
    unreached = false
    onDead()
  }
  /** An attempt under way that takes too long: what it said, or what it was told, may have been lost. */
  const hangs = (now: number) => !socket.connected && socket.active && now - begun >= attemptWithin
  const send = (now: number) => {
    const mine = { at: now, spared: false }
    sent = mine
    lastSent = now
    socket.timeout(unheard).emit('mesa:pulso', (error) => {
      if (error || sent !== mine) return
      known = true
      sent = undefined
      if (silent) onAnswer()
      silent = false
    })
  }
  const probe = async (now: number) => {
    probes += 1
    lastProbe = now
    const signal = AbortSignal.any([stopped.signal, AbortSignal.timeout(probeWithin)])
    const reached = await fetch('/healthz', { cache: 'no-store', signal }).then(
      ({ ok, headers }) => {
        noteServerDate(headers.get('date'))
        return ok
      },
      () => false,
    )
    probes -= 1
    if (stopped.signal.aborted) return
    if (!reached) {
      unreached = true
      giveUpReads()
    } else if (!socket.connected && begun < now && (unreached || hangs(now))) dead()
    else if (sent && known && sent.at < now) {
      // As long again as this answer took: on a slow network the heartbeat's may be just behind.
      const wait = Math.max(Date.now() - now, sent.at + hopeless - Date.now())
      setTimeout(() => sent && sent.at < now && dead(), wait)
    }
  }
  const judge = (now: number) => {
    if (!sent || !known) return
    const waited = now - sent.at
    if (waited >= silence && !silent) {
      silent = true
      onSilent()
    }
    if (waited >= unheard) dead()
  }

  const timer = setInterval(() => {
    const now = Date.now()
    const held = now - lastLook
    lastLook = now
    if (held > asleep || held < 0) {
      onWake()
      // Its answer tells the server's time, too.
      void probe(now)
    }
    if (held < 0) {
      // The clock was set back: nothing else may wait until it is as late again.
      begun = lastSent = lastProbe = now
      if (sent) sent.at = now
    }
    if (socket.connected) {
      // Its answer may lie ready, or be on its way only now: the wait begins anew.
      if (sent && held > late && !sent.spared) Object.assign(sent, { at: now, spared: true })
      else judge(now)
      if (!sent && now - lastSent >= beat) send(now)
    } else if (now - begun >= unheard && socket.io._readyState === 'open') {
      // Cut between the connection and the server's word of welcome.
      dead()
    }
    const doubtful = sent ? now - sent.at >= doubt : !socket.connected
    const pace = sent || unreached || hangs(now) ? impatient : patient
    if (doubtful && probes < probesAtOnce && now - lastProbe >= pace) void probe(now)
  }, look)

  socket.io.on('reconnect_attempt', begin)
  socket.on('connect', () => {
    begin()
    unreached = false
    attemptWithin = attempt
  })
  socket.on('disconnect', (reason) => {
    begin()
    // A server that sends a screen away was reached.
    unreached = reason !== 'io server disconnect'
  })
  return () => {
    clearInterval(timer)
    stopped.abort()
    socket.io.off('reconnect_attempt', begin)
  }
}
