import type { ReactNode } from 'react'
import classes from './etiqueta.module.css'

export type Cor = 'teal' | 'blue' | 'yellow' | 'red' | 'gray'

/** A state in a word, on a tint of its colour; one shape everywhere. Too long a word ends in dots. */
export const Etiqueta = ({ cor, children }: { cor: Cor; children: ReactNode }) => (
  <span className={classes.etiqueta} data-cor={cor}>
    {children}
  </span>
)
