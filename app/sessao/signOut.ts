/** Ends the session on the server, then loads the sign-in page anew, so that no data of this user stays in memory. */
export async function signOut(): Promise<boolean> {
  const response = await fetch('/api/auth/sign-out', {
    method: 'POST',
    credentials: 'same-origin',
    headers: { 'content-type': 'application/json' },
    body: '{}',
  }).catch(() => null)
  // 401: the session had ended already, which is what was wanted.
  if (!response?.ok && response?.status !== 401) return false
  window.location.replace('/entrar')
  return true
}
