let leaving = false

/**
 * Leaves for the sign-in page, which comes back here afterwards unless the agent signed out. A full page load, so that
 * nothing of this user stays; only the first call counts, since a lost session is noticed in several places at once.
 */
export function leaveForSignIn({ comeBack = true } = {}) {
  if (leaving || window.location.pathname === '/entrar') return
  leaving = true
  const here = window.location.pathname + window.location.search
  window.location.replace(comeBack ? `/entrar?voltar=${encodeURIComponent(here)}` : '/entrar')
}

/** Keeps others from leaving while a sign-out is under way: the server hangs up the socket before it answers. */
export function holdLeaving<T>(work: () => Promise<T>): Promise<T> {
  leaving = true
  return work().finally(() => {
    leaving = false
  })
}
