import { createSafeContext } from '@mantine/core'
import { useForceUpdate } from '@mantine/hooks'
import { useEffect, useState } from 'react'
import classes from './conexao.module.css'

export type EstadoConexao = 'ativa' | 'reconectando' | 'perdida'

/** The state of the connection; `interrompidoEm`: since when calls have not been arriving, in milliseconds. */
export interface Transporte {
  conectado: boolean
  /** The snapshot of open calls came over this connection. */
  retratoRecebido: boolean
  interrompidoEm: number
  offline: boolean
  /** The server answers, and its database does not. */
  bancoAusente: boolean
}

const timeoutMs = 10_000

/** Pure. Whether a call would appear: connected, with a snapshot. */
export const isAtiva = ({ conectado, retratoRecebido, bancoAusente }: Transporte) =>
  conectado && retratoRecebido && !bancoAusente

/** Pure. Anything less than "ativa" is "reconectando", and "perdida" after 10 s or when the computer is offline. */
export function estadoConexao(transporte: Transporte, now: number): EstadoConexao {
  if (isAtiva(transporte)) return 'ativa'
  return transporte.offline || now - transporte.interrompidoEm >= timeoutMs ? 'perdida' : 'reconectando'
}

export const notYetConnected = (): Transporte => ({
  conectado: false,
  retratoRecebido: false,
  interrompidoEm: Date.now(),
  offline: false,
  bancoAusente: false,
})

interface Conexao {
  conexao: EstadoConexao
  bancoAusente: boolean
}

export const [ConexaoContext, useConexao] = createSafeContext<Conexao>('useConexao outside MesaProvider')

/** Looks again every second, because time alone makes it "perdida". */
export function useTransporte() {
  const [transporte, setTransporte] = useState(notYetConnected)
  const lookAgain = useForceUpdate()
  const conexao = estadoConexao(transporte, Date.now())
  useEffect(() => {
    if (conexao === 'ativa') return
    const timer = setInterval(lookAgain, 1_000)
    return () => clearInterval(timer)
  }, [conexao, lookAgain])
  return { conexao, bancoAusente: transporte.bancoAusente, setTransporte }
}

const words: Record<EstadoConexao, string> = {
  ativa: 'Conectado',
  reconectando: 'Reconectando…',
  perdida: 'Sem conexão: chamadas não chegam',
}

/** The agent's own network is fine, so it must not be blamed. */
const semBanco = 'Banco de dados fora do ar: chamadas não chegam. A tela volta sozinha.'

export function ConexaoIndicador() {
  const { conexao, bancoAusente } = useConexao()
  return (
    <span role="status" className={classes.conexao} data-conexao={conexao}>
      {bancoAusente && conexao !== 'ativa' ? semBanco : words[conexao]}
    </span>
  )
}
