let context: AudioContext | null = null

/** Two soft notes. Silent where the browser forbids sound (no gesture yet, no device); never throws. */
export async function playTone() {
  try {
    context ??= new AudioContext()
    if (context.state === 'suspended')
      await Promise.race([context.resume(), new Promise((done) => setTimeout(done, 500))])
    if (context.state !== 'running') return
    note(context, 660, 0)
    note(context, 880, 0.18)
  } catch {
    // The window on the screen is the notice; the tone is a courtesy.
  }
}

function note(audio: AudioContext, frequency: number, delay: number) {
  const start = audio.currentTime + delay
  const oscillator = audio.createOscillator()
  const volume = audio.createGain()
  oscillator.frequency.value = frequency
  volume.gain.setValueAtTime(0, start)
  volume.gain.linearRampToValueAtTime(0.15, start + 0.02)
  volume.gain.exponentialRampToValueAtTime(0.001, start + 0.35)
  oscillator.connect(volume).connect(audio.destination)
  oscillator.start(start)
  oscillator.stop(start + 0.4)
}

const holdFor = 3_000

/** Runs `act` in one of the open tabs only. Where the browser has no locks (plain HTTP), every tab acts. */
export async function inOneTab(name: string, act: () => void) {
  if (!navigator.locks) return act()
  await navigator.locks.request(`alo:${name}`, { ifAvailable: true }, async (lock) => {
    if (!lock) return
    act()
    await new Promise((done) => setTimeout(done, holdFor))
  })
}
