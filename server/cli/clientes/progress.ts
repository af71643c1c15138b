import type { CliIo } from '../io.ts'

const width = 30
const everyMs = 100

export type Progress = { show: (done: number, words: string) => void; end: () => void }

/** A bar on stderr when that is a terminal, and nothing otherwise. Without a `total` only the words are shown. */
export function progressBar({ err }: CliIo, total: number | null): Progress {
  let shown = 0
  return {
    show(done, words) {
      if (!err.isTTY || Date.now() - shown < everyMs) return
      shown = Date.now()
      const share = total === null ? null : Math.min(1, total === 0 ? 1 : done / total)
      const bar =
        share === null
          ? ''
          : `${'█'.repeat(Math.round(share * width)).padEnd(width, '░')} ${Math.floor(share * 100)} % `
      err.write(`\r\u001b[K${bar}${words}`)
    },
    end() {
      if (err.isTTY) err.write('\r\u001b[K')
    },
  }
}
