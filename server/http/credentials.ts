/** The token in an Authorization header, with or without the Bearer scheme in any case; null when there is none. */
export function readAuthorization(header: string | undefined): string | null {
  const token = header?.trim().replace(/^bearer\s+/i, '') ?? ''
  return token === '' || /\s/.test(token) || token.length > 512 ? null : token
}

/**
 * Whether a browser's request comes from our own pages. Browsers always send Origin with a WebSocket, so a foreign page
 * cannot hide it; programs that are no browser send none and bring no stolen cookie.
 */
export function isSameOrigin(
  { origin, host }: { origin?: string | undefined; host?: string | undefined },
  publicUrl: string | undefined,
): boolean {
  if (origin === undefined) return true
  if (!URL.canParse(origin)) return false
  return new URL(origin).host === host || (publicUrl !== undefined && origin === new URL(publicUrl).origin)
}
