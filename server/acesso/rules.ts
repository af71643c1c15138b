/** What a token may open. DESIGN: Authorization. */
export const escopos = ['pbx', 'cliente', 'financeiro'] as const
export type Escopo = (typeof escopos)[number]

export const isEscopo = (text: string): text is Escopo => (escopos as readonly string[]).includes(text)

/** The token in an Authorization header, with or without the Bearer scheme in any case; null when there is none. */
export function readAuthorization(header: string | undefined): string | null {
  const token = header?.trim().replace(/^bearer\s+/i, '') ?? ''
  return token === '' || /\s/.test(token) || token.length > 512 ? null : token
}
