import { headers } from 'next/headers'
import type { UsuarioAtual } from '#server/acesso/wire'

/**
 * Who is signed in, as the server's dispatcher says with the address (server/http/screens.ts); null where it does not, as
 * when the screen goes from page to page by itself.
 */
export async function readSignedIn(): Promise<UsuarioAtual | null> {
  const told = (await headers()).get('x-usuario')
  return told ? JSON.parse(decodeURIComponent(told)) : null
}
