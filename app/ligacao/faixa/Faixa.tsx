import { Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { contagem } from '../../ui/format.ts'
import { NavegacaoEspera } from '../../ui/network/NavegacaoEspera.tsx'
import { useMesa, useOutras } from '../fila/useMesa.ts'
import { Avisos, useAvisos } from './Avisos.tsx'
import classes from './faixa.module.css'

/** The header's second line: the call that rings (`children`), and notices. */
export function Faixa({ children }: { children: ReactNode }) {
  const { ligacoes } = useMesa()
  const { avisos, dismissAvisos } = useAvisos(ligacoes)
  return (
    <div className={classes.faixa}>
      <NavegacaoEspera />
      {children}
      <div className={classes.avisos}>
        <Outras />
        <Avisos avisos={avisos} onDismiss={dismissAvisos} />
      </div>
    </div>
  )
}

/** A snapshot has the latest calls only, so the screen says how many more there are. */
function Outras() {
  const { ligacoes } = useMesa()
  const outras = useOutras()
  if (outras === 0) return null
  return (
    <Text role="status" size="sm" fw={600} c="var(--mantine-color-error)" lh={1.2}>
      Mais {contagem(outras, 'chamada aberta', 'chamadas abertas')} além das {ligacoes.abertas().length} mais recentes,
      que estão aqui
    </Text>
  )
}
