import type { ReactNode } from 'react'
import classes from './clientePagina.module.css'

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
