import type { LigacaoDeps } from './deps.ts'
import { presentLigacao } from './rows/present.ts'
import { windowLifetimeMs } from './rules/window.ts'

/** Ends the windows that nobody closed for eight hours, and tells their screens. Run now and then. DESIGN: A window. */
export function expireLigacoes({
  lifecycle,
  reader,
  publisher,
}: Pick<LigacaoDeps, 'lifecycle' | 'reader' | 'publisher'>) {
  return async (now: Date): Promise<number> => {
    const ended = await lifecycle.expire(new Date(now.getTime() - windowLifetimeMs), now)
    for (const { id, usuario_id } of ended) {
      const row = await reader.byId(id)
      if (row) publisher.publish(usuario_id, 'ligacao:encerrada', presentLigacao(row))
    }
    return ended.length
  }
}
