import type { Ligacao } from '#server/ligacao/wire/ligacao'
import { isRinging } from '../toque/useFreshRings.ts'
import classes from './painel.module.css'
import { useServerNow } from './useServerNow.ts'

/** A gentle pulse around a window that rings; a new ring begins it anew. */
export function ToquePulso({ ligacao }: { ligacao: Ligacao }) {
  useServerNow()
  return (
    <span
      key={ligacao.tocada_em}
      aria-hidden
      className={classes.toque}
      data-tocando={(isRinging(ligacao) && !ligacao.atendimento) || undefined}
    />
  )
}
