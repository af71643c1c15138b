import { duracao } from '../../ui/format.ts'
import { useServerNow } from '../../ui/network/serverClock.tsx'

/** How long the talk has run. Digits are equally wide, and nothing stands behind it that would move. */
export function Conversa({ atendida_em }: { atendida_em: string }) {
  const now = useServerNow()
  const segundos = Math.max(0, Math.floor((now - Date.parse(atendida_em)) / 1_000))
  return (
    <span className="algarismos" title="Desde que foi atendida">
      · conversa{' '}
      <time dateTime={`PT${segundos}S`} data-conversa>
        {duracao(segundos)}
      </time>
    </span>
  )
}
