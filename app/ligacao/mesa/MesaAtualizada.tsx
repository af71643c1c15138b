import { useEffect, useEffectEvent } from 'react'
import { useEditores } from '../../atendimento/editor/Editores.tsx'
import { Atualizada } from '../../ui/parts/Atualizada.tsx'
import { quietly } from '../../ui/quietly.ts'

/**
 * The server no longer has the script that draws the windows. The page reloads by itself, unless words would be lost or
 * a reload has just failed to help.
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
/** The shortest time between two reloads, in milliseconds: if one did not help, the next will not either. */
const apart = 600_000

/** Whether the page may reload by itself; never if the time of the last reload cannot be stored. */
const mayReload = () =>
  quietly(() => {
    const last = Number(sessionStorage.getItem(key) ?? Number.NEGATIVE_INFINITY)
    if (Math.abs(Date.now() - last) < apart) return false
    sessionStorage.setItem(key, String(Date.now()))
    return true
  })
