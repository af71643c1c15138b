import { Text } from '@mantine/core'
import type { ServicoPagina } from '#server/cliente/wire/browse'
import { diaHora } from '../formato.ts'
import classes from './pagina.module.css'

/** Whether the subscriber is on line, since when, and with which address. */
export function Conexao({ servico: { status_conexao: conexao } }: { servico: ServicoPagina }) {
  if (!conexao) return null
  const { conectado, ultima_conexao, ultima_desconexao, ultimo_ipv4 } = conexao
  const since = conectado ? ultima_conexao : ultima_desconexao
  return (
    <Text size="sm" className={`${classes.conexao} algarismos`} data-conectado={conectado || undefined}>
      <strong>{conectado ? 'Conectado' : 'Desconectado'}</strong>
      {since && ` desde ${diaHora(since)}`}
      {!conectado && ultima_conexao && ` · última conexão ${diaHora(ultima_conexao)}`}
      {ultimo_ipv4 && ` · último IP ${ultimo_ipv4}`}
    </Text>
  )
}
