import { Paper, Stack } from '@mantine/core'
import { useRef } from 'react'
import type { Ligacao } from '#server/ligacao/wire/ligacao'
import { tituloDe } from '../ligacoes/titulo.ts'
import { FailureAlert } from '../shell/FailureAlert.tsx'
import { ChamadaCabecalho } from './ChamadaCabecalho.tsx'
import { ChamadaCliente } from './ChamadaCliente.tsx'
import { ChamadaFatos } from './ChamadaFatos.tsx'
import { ChamadaParams } from './ChamadaParams.tsx'
import classes from './painel.module.css'
import { ToquePulso } from './ToquePulso.tsx'
import { useLigacaoActions } from './useLigacaoActions.ts'
import { useNextStepFocus } from './useNextStepFocus.ts'
import { useReportShown } from './useReportShown.ts'

/** One call's window. */
export function ChamadaJanela({ ligacao }: { ligacao: Ligacao }) {
  const janela = useRef<HTMLElement>(null)
  const took = useNextStepFocus(janela, `${ligacao.cliente?.id_cliente}:${ligacao.atendimento?.id}`)
  const actions = useLigacaoActions(ligacao, took)
  useReportShown(ligacao.id)
  return (
    <Paper
      component="section"
      ref={janela}
      aria-label={tituloDe(ligacao)}
      withBorder
      shadow="sm"
      p="md"
      className={classes.janela}
      data-ligacao={ligacao.id}
    >
      <ToquePulso ligacao={ligacao} />
      <Stack gap="sm">
        <ChamadaCabecalho ligacao={ligacao} close={actions.close} />
        <ChamadaFatos ligacao={ligacao} />
        {actions.error && <FailureAlert error={actions.error} onRetry={actions.retry} />}
        <ChamadaCliente ligacao={ligacao} actions={actions} />
        <ChamadaParams params={ligacao.ligacao_params} />
      </Stack>
    </Paper>
  )
}
