import { memo } from 'react'
import type { Ligacao } from '#server/ligacao/wire/ligacao'
import { duracao } from '../../ui/format.ts'
import { Elapsed, useAtServerTime, useServerNow } from '../../ui/network/serverClock.tsx'
import { ringsFor } from '../toque/Toque.tsx'
import classes from './chamada.module.css'
import { GrupoTocando } from './GrupoTocando.tsx'

/** The call's state as a word and a shape, since when, and where else it rings. */
export const Andamento = ({ ligacao }: { ligacao: Ligacao }) => {
  const { aberta_em, tocada_em, atendida_em, incerta, grupo, atendimento } = ligacao
  return <Estado {...{ aberta_em, tocada_em, atendida_em, incerta, grupo }} comProtocolo={atendimento !== null} />
}

interface Props extends Pick<Ligacao, 'aberta_em' | 'tocada_em' | 'atendida_em' | 'incerta' | 'grupo'> {
  comProtocolo: boolean
}

/** Apart, so that it renders again only when what it shows changes. */
const Estado = memo(function Estado(props: Props) {
  const { aberta_em, tocada_em, atendida_em, incerta, comProtocolo, grupo } = props
  const ringing = useRinging(tocada_em) && atendida_em === null
  const [estado, palavra] = comProtocolo
    ? (['protocolo', 'Com protocolo'] as const)
    : atendida_em !== null
      ? (['atendida', 'Em atendimento'] as const)
      : incerta
        ? (['incerta', 'Pode ter terminado'] as const)
        : ringing
          ? (['tocando', 'Tocando'] as const)
          : (['aguardando', 'Aguardando'] as const)
  return (
    <>
      <span className={classes.estado} data-estado={estado}>
        <span className={classes.palavra}>{palavra}</span>
        <Elapsed instante={aberta_em} />
        {atendida_em && <Conversa atendida_em={atendida_em} />}
      </span>
      <GrupoTocando grupo={grupo} />
    </>
  )
})

/** How long the conversation has lasted. All digits have the same width, and nothing after it could move. */
function Conversa({ atendida_em }: { atendida_em: string }) {
  const now = useServerNow()
  const segundos = Math.max(0, Math.floor((now - Date.parse(atendida_em)) / 1_000))
  return (
    <span className={`${classes.conversa} algarismos`} title="Desde que foi atendida">
      · conversa <time dateTime={`PT${segundos}S`}>{duracao(segundos)}</time>
    </span>
  )
}

/** A new ring starts the pulse again. */
export const ToquePulso = memo(function ToquePulso({ tocada_em, calado }: { tocada_em: string; calado: boolean }) {
  const ringing = useRinging(tocada_em)
  return <span key={tocada_em} aria-hidden className={classes.toque} data-tocando={(ringing && !calado) || undefined} />
})

const useRinging = (tocada_em: string): boolean => useAtServerTime((now) => Number(ringsFor(tocada_em, now) > 0)) === 1
