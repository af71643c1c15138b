import type pg from 'pg'

/** Values as PostgreSQL wrote them: the list copies text and has no use for numbers and dates. */
export const rawText: pg.CustomTypesConfig = { getTypeParser: () => (value: string) => value }
