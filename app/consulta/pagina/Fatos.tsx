import type { ReactNode } from 'react'
import classes from './pagina.module.css'

export type Fato = [rotulo: string, valor: ReactNode]

/** Labelled facts side by side; those that are empty take no room. */
export function Fatos({ fatos }: { fatos: Fato[] }) {
  return (
    <dl className={classes.fatos}>
      {fatos
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
