import type { EstadoConexao } from '../ligacoes/conexao.ts'
import { useLigacoes } from '../ligacoes/LigacoesContext.ts'
import classes from './shell.module.css'

const words: Record<EstadoConexao, string> = {
  ativa: 'Conectado',
  reconectando: 'Reconectando…',
  perdida: 'Sem conexão: chamadas não chegam',
}

/** The live connection's state, always in sight. */
export function ConexaoIndicador() {
  const { conexao } = useLigacoes()
  return (
    <span role="status" className={classes.conexao} data-conexao={conexao}>
      {words[conexao]}
    </span>
  )
}
