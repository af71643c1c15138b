import { useEffect, useRef } from 'react'
import type { Ligacao } from '#server/ligacao/wire/ligacao'
import { serverNow } from '../api/serverClock.ts'

const fresh = 15_000

/** True while a call's last ring is recent: an old call found after a reload does not ring again. */
export const isRinging = (ligacao: Ligacao) => serverNow() - Date.parse(ligacao.tocada_em) < fresh

/** Calls `onRing` with the calls that have just begun to ring, or ring again. */
export function useFreshRings(ligacoes: Ligacao[], onRing: (ringing: Ligacao[]) => void) {
  const heard = useRef(new Map<string, string>())
  useEffect(() => {
    const ringing = ligacoes.filter((ligacao) => heard.current.get(ligacao.id) !== ligacao.tocada_em)
    if (ringing.length === 0) return
    for (const ligacao of ringing) heard.current.set(ligacao.id, ligacao.tocada_em)
    const now = ringing.filter(isRinging)
    if (now.length > 0) onRing(now)
  }, [ligacoes, onRing])
}
