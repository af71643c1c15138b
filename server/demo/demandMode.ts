import { countUsuarios } from '../acesso/rows/users.ts'
import { UnfitDatabaseError } from '../database/away.ts'
import { isDemo } from '../database/installation.ts'
import type { Desk } from '../desk.ts'

/**
 * A demo's passwords are public, so `npm start` refuses a demo's database, and a demo refuses one with real users.
 * @throws UnfitDatabaseError
 */
export async function demandMode({ config: { mode }, database }: Desk): Promise<void> {
  const demo = await isDemo(database)
  if (mode === 'production' && demo)
    throw new UnfitDatabaseError(
      'This is a demo database, whose passwords everybody knows. Set DATA_DIR or DATABASE_URL to another one, or run npm run demo.',
    )
  if (mode === 'demo' && !demo && (await countUsuarios(database)) > 0)
    throw new UnfitDatabaseError(
      'This database holds users that are not the demo’s. Give the demo a folder of its own with DATA_DIR, or unset DATABASE_URL.',
    )
}
