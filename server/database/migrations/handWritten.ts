import { migrationScripts } from './folder.ts'

// Prisma heads every index that it makes with this comment.
const INDEX = /(-- CreateIndex\n)?^\s*CREATE (?:UNIQUE )?INDEX (?:CONCURRENTLY )?(?:IF NOT EXISTS )?"?(\w+)"?/gm
const DROP = /-- DropIndex\nDROP INDEX "(\w+)";\n*/g

/**
 * The draft without the removal of indexes that the migrations in `folder` write by hand: schema.prisma cannot say
 * them (operator classes, expressions), so the engine takes them for left-overs.
 */
export function keepHandWrittenIndexes(draft: string, folder: string): string {
  const byHand = new Set<string>()
  for (const script of migrationScripts(folder)) {
    for (const [, heading, name] of script.matchAll(INDEX)) if (!heading && name) byHand.add(name)
  }
  return draft.replace(DROP, (statement, name) => (byHand.has(name) ? '' : statement)).trim()
}
