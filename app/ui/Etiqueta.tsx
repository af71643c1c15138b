import type { ReactNode } from 'react'
import classes from './etiqueta.module.css'

export type Cor = 'teal' | 'blue' | 'yellow' | 'red' | 'gray'

export const Etiqueta = ({ cor, children }: { cor: Cor; children: ReactNode }) => (
  <span
    className={classes.etiqueta}
    style={{
      background: `var(--mantine-color-${cor}-light)`,
      color: `var(--mantine-color-${cor}-light-color)`,
    }}
  >
    {children}
  </span>
)
