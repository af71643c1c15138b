import { Paper, Title } from '@mantine/core'
import { type ReactNode, useId } from 'react'
import classes from './clientePagina.module.css'

export function Secao({ titulo, children }: { titulo: string; children: ReactNode }) {
  const id = useId()
  return (
    <Paper component="section" withBorder p="md" aria-labelledby={id}>
      <Title order={2} size="h4" id={id} mb="xs">
        {titulo}
      </Title>
      {children}
    </Paper>
  )
}

type Dado = [rotulo: string, valor: ReactNode]

/** Data that is empty takes no room. */
export function Dados({ dados }: { dados: Dado[] }) {
  return (
    <dl className={classes.dados}>
      {dados
        .filter(([, valor]) => valor !== null && valor !== undefined && valor !== '' && valor !== false)
        .map(([rotulo, valor]) => (
          <div key={rotulo}>
            <dt>{rotulo}</dt>
            <dd className="algarismos">{valor}</dd>
          </div>
        ))}
    </dl>
  )
}
