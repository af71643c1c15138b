import { useEffect, useEffectEvent } from 'react'
import { useEditores } from '../../atendimento/Editores.tsx'
import { Atualizada } from '../../ui/Atualizada.tsx'

/**
 * In the place of the calls' windows, which the server has no more: no call could be taken here. The page is loaded anew
 * by itself, unless words would be lost with it, or it was just done in vain.
 */
export function MesaAtualizada() {
  const { flushAll, allKept } = useEditores()
  const reload = useEffectEvent(async () => {
    await flushAll()
    if (allKept() && mayReload()) location.reload()
  })
  useEffect(() => void reload(), [])
  return <Atualizada />
}

const key = 'alo:recarregada'
/** A desk whose windows do not come after a reload either is not helped by another one, in milliseconds. */
const apart = 600_000

/** Once in ten minutes for this tab; never where that cannot be noted down. */
function mayReload(): boolean {
  try {
    const last = Number(sessionStorage.getItem(key) ?? Number.NEGATIVE_INFINITY)
    if (Math.abs(Date.now() - last) < apart) return false
    sessionStorage.setItem(key, String(Date.now()))
    return true
  } catch {
    return false
  }
}
