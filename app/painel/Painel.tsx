'use client'
import { Stack, VisuallyHidden } from '@mantine/core'
import { AtendimentosAbertos } from '../atendimentos/AtendimentosAbertos.tsx'
import { useLigacoes } from '../ligacoes/LigacoesContext.ts'
import { Avisos } from './Avisos.tsx'
import { ChamadaJanela } from './ChamadaJanela.tsx'
import { MesaVazia } from './MesaVazia.tsx'
import classes from './painel.module.css'

/** The desk: the open calls side by side, what became of those that went away, and the tickets still open. */
export function Painel() {
  const { abertas } = useLigacoes()
  const shown = abertas.flatMap((ligacao) => (ligacao.atendimento ? [ligacao.atendimento.id] : []))
  return (
    <>
      <VisuallyHidden component="h1">Painel</VisuallyHidden>
      <Avisos />
      <Stack>
        {abertas.length === 0 ? (
          <MesaVazia />
        ) : (
          <div className={classes.janelas}>
            {abertas.map((ligacao) => (
              <ChamadaJanela key={ligacao.id} ligacao={ligacao} />
            ))}
          </div>
        )}
        <AtendimentosAbertos except={shown} />
      </Stack>
    </>
  )
}
