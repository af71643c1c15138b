import { writeSync } from 'node:fs'

/** Longer than anything that a desk asks may take before it is given up: docs/interface.md: A sick database. */
const PATIENCE_MS = 120_000
const [SIGN_MS, LOOKS] = [1_000, 20]

/**
 * Gives a sign of life from the thread whose memory this is shared with: called whenever a file is touched, and by itself
 * while messages are taken. So a statement may last as long as it likes, as long as it reads or writes now and then; what
 * PostgreSQL sorts or joins beyond a few megabytes does.
 */
export function giveSigns(life: SharedArrayBuffer): () => void {
  const counter = new Int32Array(life)
  const sign = () => void Atomics.add(counter, 0, 1)
  setInterval(sign, SIGN_MS).unref()
  return sign
}

/** Calls `hung` once when there was no sign of life for so long. Gives the function that ends the watch. */
export function watchSigns(life: SharedArrayBuffer, hung: () => void, patienceMs = PATIENCE_MS): () => void {
  const counter = new Int32Array(life)
  const everyMs = patienceMs / LOOKS
  let [seen, silentLooks] = [Atomics.load(counter, 0), 0]
  // Looks are counted, not time: while this process slept or was stopped, so was the thread.
  const timer = setInterval(() => {
    const now = Atomics.load(counter, 0)
    silentLooks = now === seen ? silentLooks + 1 : 0
    seen = now
    if (silentLooks < LOOKS) return
    clearInterval(timer)
    hung()
  }, everyMs).unref()
  return () => clearInterval(timer)
}

/** So that a supervisor starts it anew. SIGKILL, because nothing gentler is sure to end a thread that hangs. */
export function endHungProcess(): void {
  try {
    writeSync(2, '\nAlô ends at once: its embedded database gives no sign of life. Start it again: nothing is lost.\n')
  } finally {
    process.kill(process.pid, 'SIGKILL')
  }
}
