/**
 * A page whose scripts did not all come never becomes alive: it says "Reconectando…" for ever, and no call shows. That
 * happens when the desk is restarted or replaced while the page loads. So the page says so and loads again as soon as
 * the server answers. This runs as text within the page, beside those scripts, and so uses nothing from outside itself.
 */
function reloadDeadPage() {
  const key = 'alo:morta'
  /** How long a page may take to become alive after its load, and in all: a script may hang. In milliseconds. */
  const [grace, utmost] = [10_000, 30_000]
  /** The shortest time between two loads, in milliseconds: if one did not help, the next at once will not either. */
  const apart = 30_000
  const dead = () => !document.documentElement.dataset.viva
  const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))
  const say = () => {
    const aviso = document.createElement('p')
    aviso.setAttribute('role', 'alert')
    aviso.style.cssText = 'position:fixed;inset:auto 0 0;z-index:999;padding:1rem;background:#c92a2a;color:#fff'
    aviso.textContent = 'A página não veio inteira. Ela se recarrega sozinha em instantes.'
    // A page that broke off early has no body.
    document.documentElement.append(aviso)
    return aviso
  }
  const watch = async () => {
    const loaded = new Promise((resolve) => addEventListener('load', resolve))
    await Promise.race([loaded.then(() => pause(grace)), pause(utmost)])
    if (!dead()) return
    const aviso = say()
    // Without a store it throws here, and the page does not load again and again.
    if (Math.abs(Date.now() - Number(sessionStorage.getItem(key))) < apart) await pause(apart)
    for (; dead(); await pause(2_000)) {
      const answers = await fetch('/healthz', { cache: 'no-store' }).catch(() => null)
      if (!answers?.ok) continue
      sessionStorage.setItem(key, String(Date.now()))
      return location.reload()
    }
    // A slow page, in which somebody may be typing by now.
    aviso.remove()
  }
  void watch()
}

export const deadPageScript = `(${reloadDeadPage})()`

/** Tells the script above that the page's own scripts run. */
export const noteAlive = () => {
  document.documentElement.dataset.viva = 'sim'
}
