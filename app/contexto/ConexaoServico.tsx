import { Skeleton } from '@mantine/core'
import { IconPlugConnected, IconPlugConnectedX } from '@tabler/icons-react'
import type { ServicoConexao } from '#server/cliente/wire/conexao'
import { diaHora } from '../ui/format.ts'
import classes from './contexto.module.css'

/** `conexao` is undefined while it is not known; its place is reserved. */
export function ConexaoServico({ conexao }: { conexao: ServicoConexao | undefined }) {
  return (
    <div className={classes.conexao}>
      <p className={classes.ligado}>{conexao ? <Ligado status={conexao.status_conexao} /> : <Coming />}</p>
      <dl className={`${classes.rede} algarismos`}>
        {fatosDe(conexao).map(([termo, valor]) => (
          <div key={termo}>
            <dt>{termo}</dt>
            <dd title={valor ?? undefined}>{conexao ? (valor ?? '—') : <Coming />}</dd>
          </div>
        ))}
      </dl>
    </div>
  )
}

const Coming = () => <Skeleton component="span" display="inline-block" height="0.9em" width="9rem" maw="80%" />

function Ligado({ status }: { status: ServicoConexao['status_conexao'] }) {
  if (!status) return 'Sem dados de conexão'
  const { conectado, ultima_conexao, ultima_desconexao } = status
  const desde = conectado ? ultima_conexao : ultima_desconexao
  const Forma = conectado ? IconPlugConnected : IconPlugConnectedX
  return (
    <>
      <Forma size={20} aria-hidden data-conectado={conectado} />
      <strong>{conectado ? 'Conectado' : 'Desconectado'}</strong>
      <span className="algarismos">{desde && `desde ${diaHora(desde)}`}</span>
    </>
  )
}

type Fato = [termo: string, valor: string | null]

/** The labels depend on the technology: only a PON interface (gpon, epon, …) is called PON. */
function fatosDe(conexao: ServicoConexao | undefined): Fato[] {
  const { interface: porta, equipamento = null, porta_atendimento: caixa, status_conexao, ipv4 } = conexao ?? {}
  const fibra = !conexao || /pon$/i.test(porta?.tipo ?? '')
  const ultimo = status_conexao?.ultimo_ipv4
  return [
    [fibra ? 'OLT' : 'Equipamento', equipamento],
    [fibra ? 'PON' : 'Interface', porta?.nome ?? null],
    [
      fibra ? 'CTO' : 'Caixa',
      caixa ? [caixa.equipamento, caixa.numero > 0 && `porta ${caixa.numero}`].filter(Boolean).join(' · ') : null,
    ],
    [ultimo || !ipv4 ? 'Último IP' : 'IPv4', ultimo || ipv4 || null],
  ]
}
