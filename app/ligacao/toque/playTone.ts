import { createListeners } from '../../ui/listeners.ts'

let context: AudioContext | null = null
const { tell, subscribe } = createListeners()

/** Browsers allow sound only after a gesture. `sem som`: there is no sound at all. */
type Voz = 'pronta' | 'bloqueada' | 'sem som'

export const voz = {
  state: (): Voz => (!context ? 'sem som' : context.state === 'running' ? 'pronta' : 'bloqueada'),
  subscribe,
}

/** Whether sound is allowed now. Waits half a second at most. Never throws. */
export async function unlockTone(): Promise<boolean> {
  try {
    if (!context) {
      context = new AudioContext()
      context.addEventListener('statechange', () => tell())
      tell()
    }
    if (context.state !== 'running')
      await Promise.race([context.resume(), new Promise((done) => setTimeout(done, 500))])
    return context.state === 'running'
  } catch {
    // The window is on the screen anyway.
    return false
  }
}

/** Two soft notes, at a volume of 0 to 100. Never throws. */
export async function playTone(volume: number): Promise<void> {
  if (!(await unlockTone()) || !context || volume <= 0) return
  note(context, 660, 0, volume)
  note(context, 880, 0.18, volume)
}

/** The gain of a volume: 50 is like a soft voice, and ten more are a fifth louder. */
const gainOf = (volume: number) => 0.15 * 1.2 ** ((volume - 50) / 10)

function note(audio: AudioContext, frequency: number, delay: number, volume: number) {
  const start = audio.currentTime + delay
  const oscillator = audio.createOscillator()
  const gain = audio.createGain()
  oscillator.frequency.value = frequency
  gain.gain.setValueAtTime(0, start)
  gain.gain.linearRampToValueAtTime(gainOf(volume), start + 0.02)
  gain.gain.exponentialRampToValueAtTime(0.001, start + 0.35)
  oscillator.connect(gain).connect(audio.destination)
  oscillator.start(start)
  oscillator.stop(start + 0.4)
}

/** The pause between two tones, in milliseconds. */
const pause = 3_000

/**
 * Repeats the tone until `signal` aborts, in only one of this browser's tabs; when that tab closes, another takes over.
 * Without locks (plain HTTP) every tab rings. Never rejects.
 */
export async function ringUntil(signal: AbortSignal, volume: () => number): Promise<void> {
  if (!(await unlockTone()) || signal.aborted) return
  const ring = async () => {
    for (let slept = false; !signal.aborted; ) {
      if (!slept) await playTone(volume())
      const began = Date.now()
      await new Promise<void>((done) => {
        const timer = setTimeout(done, pause)
        const stop = () => {
          clearTimeout(timer)
          done()
        }
        signal.addEventListener('abort', stop, { once: true })
      })
      // The computer slept, and the ring may be over: no tone before the state is known.
      slept = Date.now() - began > 2 * pause
    }
  }
  if (!navigator.locks) return ring()
  await navigator.locks.request('alo:toque', { signal }, ring).catch(ignore)
}

/** For a ring that was aborted while it waited for the lock. */
const ignore = () => undefined
