import { holdLeaving, leaveForSignIn } from './leaveForSignIn.ts'

/** Ends the session on the server, then leaves for the sign-in page. False when the server did not take it. */
export async function signOut(): Promise<boolean> {
  const response = await holdLeaving(() =>
    fetch('/api/auth/sign-out', {
      method: 'POST',
      credentials: 'same-origin',
      headers: { 'content-type': 'application/json' },
      body: '{}',
    }).catch(() => null),
  )
  // 401: the session had ended already, which is what was wanted.
  if (!response?.ok && response?.status !== 401) return false
  leaveForSignIn({ comeBack: false })
  return true
}
