export type SignInResult = { ok: true } | { ok: false; msg: string }

const sentences: Record<string, string> = {
  INVALID_USERNAME_OR_PASSWORD: 'Usuário ou senha incorretos.',
  USERNAME_TOO_SHORT: 'Usuário ou senha incorretos.',
  USERNAME_TOO_LONG: 'Usuário ou senha incorretos.',
  INVALID_USERNAME: 'Usuário ou senha incorretos.',
  BANNED_USER: 'Esta conta está desativada. Fale com o administrador.',
  INVALID_ORIGIN: 'Abra a mesa pelo endereço oficial dela.',
}

/** Signs in with better-auth's own route, whose sentences are English: they are told apart by `code`. */
export async function signIn(username: string, password: string): Promise<SignInResult> {
  const response = await fetch('/api/auth/sign-in/username', {
    method: 'POST',
    credentials: 'same-origin',
    headers: { 'content-type': 'application/json', accept: 'application/json' },
    body: JSON.stringify({ username, password }),
  }).catch(() => null)
  if (!response) return { ok: false, msg: 'Sem resposta do servidor. Verifique a rede e tente de novo.' }
  if (response.ok) return { ok: true }
  const body = (await response.json().catch(() => null)) as { code?: string } | null
  return { ok: false, msg: sentenceFor(response, body?.code) }
}

function sentenceFor(response: Response, code: string | undefined): string {
  if (response.status === 429) {
    const wait = response.headers.get('retry-after') ?? response.headers.get('x-retry-after')
    return wait ? `Tentativas demais. Aguarde ${wait} s e tente de novo.` : 'Tentativas demais. Aguarde um minuto.'
  }
  const known = code ? sentences[code] : undefined
  if (known) return known
  if (response.status === 401) return 'Usuário ou senha incorretos.'
  return `O servidor não conseguiu atender (${response.status}). Tente de novo.`
}
