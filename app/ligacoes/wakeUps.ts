const beat = 5_000
const asleep = 15_000

/**
 * Calls `onWake` whenever events may have been missed: network back, tab shown or focused, computer woken (a timer that
 * came much too late). Returns the function that stops it.
 */
export function watchWakeUps(onWake: () => void): () => void {
  const onVisible = () => document.visibilityState === 'visible' && onWake()
  let last = Date.now()
  const timer = setInterval(() => {
    const late = Date.now() - last > asleep
    last = Date.now()
    if (late) onWake()
  }, beat)
  window.addEventListener('online', onWake)
  window.addEventListener('offline', onWake)
  window.addEventListener('focus', onWake)
  window.addEventListener('pageshow', onWake)
  document.addEventListener('visibilitychange', onVisible)
  return () => {
    clearInterval(timer)
    window.removeEventListener('online', onWake)
    window.removeEventListener('offline', onWake)
    window.removeEventListener('focus', onWake)
    window.removeEventListener('pageshow', onWake)
    document.removeEventListener('visibilitychange', onVisible)
  }
}
