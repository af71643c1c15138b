import { createContext, useContext } from 'react'
import type { UsuarioAtual } from '#server/acesso/wire'

export const UsuarioContext = createContext<UsuarioAtual | null>(null)

/** The signed-in user; only below the shell, which draws nothing before it knows who that is. */
export function useUsuario(): UsuarioAtual {
  const usuario = useContext(UsuarioContext)
  if (!usuario) throw new Error('useUsuario outside the shell')
  return usuario
}
