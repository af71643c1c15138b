import { useEffect, useState } from 'react'
import { estadoConexao, type Transporte } from './conexao.ts'

const starting: Transporte = { conectado: false, retratoRecebido: false, interrompidoEm: 0, offline: false }

/** The connection state as of now, looked at once a second while it is not "ativa". */
export function useConexao() {
  const [transporte, setTransporte] = useState<Transporte>(() => ({ ...starting, interrompidoEm: Date.now() }))
  const [, tick] = useState(0)
  const conexao = estadoConexao(transporte, Date.now())
  useEffect(() => {
    if (conexao === 'ativa') return
    const timer = setInterval(() => tick((count) => count + 1), 1_000)
    return () => clearInterval(timer)
  }, [conexao])
  return { conexao, setTransporte }
}
