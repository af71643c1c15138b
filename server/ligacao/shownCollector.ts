import type { LigacaoLifecycle } from './rows/lifecycle.ts'

const gatherMs = 50
const maxGathered = 1_000
const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

export interface ShownCollector {
  add(usuarioId: number, ligacaoId: string): void
  flush(): Promise<void>
}

/** Gathers the screens' reports of windows shown, and writes them in one statement. */
export function shownCollector(
  lifecycle: Pick<LigacaoLifecycle, 'shown'>,
  log: { error(facts: object, message: string): void },
): ShownCollector {
  const gathered = new Map<number, Set<string>>()
  let timer: NodeJS.Timeout | undefined

  async function flush(): Promise<void> {
    clearTimeout(timer)
    timer = undefined
    const windows = [...gathered].flatMap(([usuario_id, ids]) => [...ids].map((id) => ({ id, usuario_id })))
    gathered.clear()
    if (windows.length === 0) return
    await lifecycle.shown(windows, new Date()).catch((err) => log.error({ err }, 'windows shown were not recorded'))
  }

  return {
    add(usuarioId, ligacaoId) {
      if (!uuid.test(ligacaoId)) return
      const ids = gathered.get(usuarioId) ?? new Set()
      if (ids.size < maxGathered) ids.add(ligacaoId)
      gathered.set(usuarioId, ids)
      timer ??= setTimeout(flush, gatherMs)
    },
    flush,
  }
}
