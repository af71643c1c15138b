import type { ReactNode } from 'react'
import classes from './recado.module.css'

interface Props {
  titulo: string
  texto: string
  /** What can be done: a link or a button. */
  children: ReactNode
}

/**
 * A page that says one thing. Plain elements: every page brings the pages of errors along, so the library's parts would
 * be a weight on all of them.
 */
export const Recado = ({ titulo, texto, children }: Props) => (
  <main className={classes.recado}>
    <h1>{titulo}</h1>
    <p>{texto}</p>
    {children}
  </main>
)
