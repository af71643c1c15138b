import { startEmbedded } from '#server/database/embedded/start'
import { fillTemplate } from '../setup/fillTemplate.ts'
import { bringKey } from '../templateKey.ts'
import { copyNew } from './dataFolders.ts'
import { quiet } from './folders.ts'

/** Makes a data folder whose embedded database is a demo's, for less than a first start of a desk costs. */
export async function makeDemoFolder(dataDir: string): Promise<void> {
  copyNew(dataDir)
  const { url, close } = await startEmbedded(dataDir, 'cli', quiet)
  await fillTemplate(url)
  await close()
  bringKey(dataDir)
}
