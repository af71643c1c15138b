import { cutSomewhere, DeskOnDisk, fillWithNotes, type Timeline } from '../support/embedded/disk/timeline.ts'
import { dataFolders } from '../support/embedded/folders.ts'

const ROWS = 300
const FIRST_ROWS = 10
const CUTS_A_TIMELINE = 10

/**
 * Cuts the power at any moment of a desk's life, its first start included, over and over: what the disk then holds must
 * open, and every write that was answered must be in it.
 */
export async function powerCut(rounds: number, say: (line: string) => void = () => undefined): Promise<string[]> {
  const folders = await dataFolders()
  const wrong: string[] = []
  try {
    for (let round = 0; round < rounds; round += CUTS_A_TIMELINE) {
      const first = (round / CUTS_A_TIMELINE) % 2 === 1
      const timeline = await lifeOf(first ? null : folders.template, first ? FIRST_ROWS : ROWS)
      say(`a timeline of ${timeline.entries.length} steps${first ? ', from the first start on' : ''}`)
      for (let seed = round; seed < Math.min(rounds, round + CUTS_A_TIMELINE); seed++) {
        const found = await cutSomewhere(timeline, seed)
        for (const words of found) say(words)
        wrong.push(...found)
      }
    }
  } finally {
    folders.remove()
  }
  return wrong
}

async function lifeOf(before: string | null, rows: number): Promise<Timeline> {
  const desk = await DeskOnDisk.start(before)
  try {
    await fillWithNotes(desk, rows)
    await desk.kill()
    return desk.timeline()
  } finally {
    await desk.remove()
  }
}

export async function run(rounds: number, say: (line: string) => void): Promise<{ held: boolean; figures: string }> {
  const wrong = await powerCut(rounds, say)
  return { held: wrong.length === 0, figures: `${rounds} power cuts, ${wrong.length} faults` }
}
