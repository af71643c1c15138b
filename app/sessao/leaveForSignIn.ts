/** Leaves for the sign-in page, which comes back here afterwards. A full page load, so that nothing of this user stays. */
export function leaveForSignIn() {
  if (window.location.pathname === '/entrar') return
  const here = window.location.pathname + window.location.search
  window.location.replace(`/entrar?voltar=${encodeURIComponent(here)}`)
}
