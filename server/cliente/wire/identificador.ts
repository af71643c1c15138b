import { z } from 'zod'

/** A key as PostgreSQL's `integer` holds it: refused here, with its field's name, rather than overflowing in the database. */
export const identificadorSchema = z.int().min(1).max(2_147_483_647)
