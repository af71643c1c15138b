import { useForceUpdate } from '@mantine/hooks'
import { useEffect, useState } from 'react'
import classes from './painel.module.css'

export type EstadoConexao = 'ativa' | 'reconectando' | 'perdida'

/** What the transport says, and since when (milliseconds) calls have not been arriving. */
export interface Transporte {
  conectado: boolean
  /** The snapshot of open calls has come over this very connection. */
  retratoRecebido: boolean
  interrompidoEm: number
  offline: boolean
}

const patience = 10_000

/**
 * Pure. "ativa" promises that a call would appear: connected and in agreement with the server. Anything less is
 * "reconectando", and "perdida" once it lasts 10 s or the computer has no network.
 */
export function estadoConexao(transporte: Transporte, now: number): EstadoConexao {
  if (transporte.conectado && transporte.retratoRecebido) return 'ativa'
  return transporte.offline || now - transporte.interrompidoEm >= patience ? 'perdida' : 'reconectando'
}

/** Nothing has come yet, as of now. */
export const notYetConnected = (): Transporte => ({
  conectado: false,
  retratoRecebido: false,
  interrompidoEm: Date.now(),
  offline: false,
})

/** The connection state as of now, looked at once a second while it is not "ativa". */
export function useConexao() {
  const [transporte, setTransporte] = useState(notYetConnected)
  const lookAgain = useForceUpdate()
  const conexao = estadoConexao(transporte, Date.now())
  useEffect(() => {
    if (conexao === 'ativa') return
    const timer = setInterval(lookAgain, 1_000)
    return () => clearInterval(timer)
  }, [conexao, lookAgain])
  return { conexao, setTransporte }
}

const words: Record<EstadoConexao, string> = {
  ativa: 'Conectado',
  reconectando: 'Reconectando…',
  perdida: 'Sem conexão: chamadas não chegam',
}

export const ConexaoIndicador = ({ conexao }: { conexao: EstadoConexao }) => (
  <span role="status" className={classes.conexao} data-conexao={conexao}>
    {words[conexao]}
  </span>
)
