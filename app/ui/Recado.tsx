import type { ReactNode } from 'react'
import classes from './recado.module.css'

interface Props {
  titulo: string
  texto: string
  /** What can be done: a link or a button. */
  children: ReactNode
}

/**
 * A page with one message. It uses plain elements: every page loads the error pages too, so Mantine's components would
 * make all of them heavier.
 */
export const Recado = ({ titulo, texto, children }: Props) => (
  <main className={classes.recado}>
    <h1>{titulo}</h1>
    <p>{texto}</p>
    {children}
  </main>
)
