import { errorBody } from '#server/http/wire'

export type SignInResult = { ok: true } | { ok: false; msg: string }

/** Signs in; the session comes as a cookie that no script can read. A refusal is told in the server's own words. */
export async function signIn(username: string, password: string): Promise<SignInResult> {
  const response = await fetch('/api/auth/sign-in/username', {
    method: 'POST',
    credentials: 'same-origin',
    headers: { 'content-type': 'application/json', accept: 'application/json' },
    body: JSON.stringify({ username, password }),
  }).catch(() => null)
  if (!response) return { ok: false, msg: 'Sem resposta do servidor. Verifique a rede e tente de novo.' }
  if (response.ok) return { ok: true }
  const refusal = errorBody.safeParse(await response.json().catch(() => null))
  const msg = refusal.success
    ? refusal.data.msg
    : `O servidor não conseguiu atender (${response.status}). Tente de novo.`
  return { ok: false, msg }
}
