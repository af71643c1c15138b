import { memo } from 'react'
import type { Ligacao } from '#server/ligacao/wire/ligacao'
import classes from './grupo.module.css'

/**
 * Where else the same caller rings. It is in the free part of the line with the call's state, so nothing moves when it
 * comes and goes. It shows extensions, because agents know each other's. docs/interface.md: Ring groups
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

/** Pure. The others whose extension rings, or who also attend after an end was undone; null when there is nobody. */
function outrosDoGrupo(grupo: Ligacao['grupo']) {
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
