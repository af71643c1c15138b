import { headers } from 'next/headers'
import type { UsuarioAtual } from '#server/acesso/wire'

/**
 * Who is signed in, from the header that the server's dispatcher adds (server/http/pages/drawPages.ts). Null where it adds
 * none: on a navigation within the app.
 */
export async function readSignedIn(): Promise<UsuarioAtual | null> {
  const told = (await headers()).get('x-usuario')
  return told ? JSON.parse(decodeURIComponent(told)) : null
}
