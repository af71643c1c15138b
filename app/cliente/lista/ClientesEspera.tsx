import { Paper, VisuallyHidden } from '@mantine/core'
import classes from './clientesLista.module.css'

const rows = Array.from({ length: 12 }, (_, row) => row)

/** Rows of the final height, so that nothing jumps. */
export const ClientesEspera = () => (
  <Paper withBorder className={classes.lista}>
    <VisuallyHidden role="status">Carregando clientes</VisuallyHidden>
    <div className={classes.cabecalho} aria-hidden>
      <div className={classes.colunas}>&nbsp;</div>
    </div>
    {rows.map((row) => (
      <div key={row} className={classes.linha} aria-hidden>
        <span className={classes.espera} />
      </div>
    ))}
  </Paper>
)
