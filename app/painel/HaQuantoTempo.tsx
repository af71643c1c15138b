import { decorrido } from './decorrido.ts'
import { useServerNow } from './useServerNow.ts'

/** "há 12 s", ticking. */
export function HaQuantoTempo({ instante }: { instante: string }) {
  const now = useServerNow()
  return (
    <time dateTime={instante} className="algarismos">
      {decorrido(Date.parse(instante), now)}
    </time>
  )
}
