import { memo } from 'react'
import type { Ligacao } from '#server/ligacao/wire/ligacao'
import classes from './grupo.module.css'

/**
 * Where else the same caller rings, in what the line of the call's state leaves free: coming and going it moves nothing.
 * Extensions suffice, for agents know each other by them. docs/interface.md: Ring groups
 */
export const GrupoTocando = memo(function GrupoTocando({ grupo }: Pick<Ligacao, 'grupo'>) {
  const outros = outrosDoGrupo(grupo)
  if (!outros) return null
  const { palavra, onde, quantos, titulo } = outros
  return (
    <span className={classes.grupo} title={titulo} data-grupo>
      <span className={classes.inteiro}>
        <span aria-hidden> · </span>
        também {palavra} em {onde}
      </span>
      <span className={classes.onde} aria-hidden>
        + {onde}
      </span>
      <span className={classes.quantos} aria-hidden>
        +{quantos}
      </span>
    </span>
  )
})

/** Pure. The others who still ring, or, after an end was taken back, attend as well; null when nobody does. */
export function outrosDoGrupo(grupo: Ligacao['grupo']) {
  const tocando = grupo?.filter(({ estado }) => estado === 'tocando') ?? []
  const atendida = grupo?.filter(({ estado }) => estado === 'atendida') ?? []
  const outros = tocando.length > 0 ? tocando : atendida
  if (outros.length === 0) return null
  const palavra = tocando.length > 0 ? 'tocando' : 'em atendimento'
  return {
    palavra,
    onde: outros.map(({ ramal, usuario }) => ramal ?? usuario).join(', '),
    quantos: outros.length,
    titulo: `Também ${palavra}: ${outros.map(({ ramal, usuario }) => (ramal ? `${usuario} (${ramal})` : usuario)).join(', ')}`,
  }
}
