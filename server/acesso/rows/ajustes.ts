import type { Database } from '../../database/database.ts'
import { db, type Place, statement } from '../../database/statement.ts'

// Every start asks: by Prisma it would load the compiler of its queries, 90 MB that a desk at rest does not need.
const all = statement('ajustes', (_: Place<object>) => db.selectFrom('ajuste').select(['nome', 'valor']))

/** What administrators set, as it was typed. */
export const readAjustes = ({ run }: Database) => run(all, {})
