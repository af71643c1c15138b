import { createContext, useContext } from 'react'
import type { Ligacao } from '#server/ligacao/wire/ligacao'
import type { EstadoConexao } from './conexao.ts'

export interface LigacoesValue {
  abertas: Ligacao[]
  conexao: EstadoConexao
  avisos: Aviso[]
  dismissAviso: (id: string) => void
  /** Takes over what an HTTP answer says of a call, as if its event had come already. */
  receive: (ligacao: Ligacao) => void
  /** Tells the server, once per window, that the agent can really see it. */
  reportShown: (id: string) => void
}

/** A quiet word about a window that went away without the agent's doing. */
export interface Aviso {
  id: string
  texto: string
}

export const LigacoesContext = createContext<LigacoesValue | null>(null)

export function useLigacoes(): LigacoesValue {
  const value = useContext(LigacoesContext)
  if (!value) throw new Error('useLigacoes outside LigacoesProvider')
  return value
}
