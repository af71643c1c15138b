import type pg from 'pg'

/** Channel on which every process hears of changes of access, which triggers announce, and of screens that are to ask anew. */
export const accessChannel = 'alo_acesso'

/**
 * Once the transaction commits, every process has the screens of these users ask anew for their tickets and reminders. For
 * a command: it is no process of the desk and has no screens to tell.
 */
export const announceScreens = (client: pg.ClientBase, usuarios: readonly number[]) =>
  client.query(`SELECT pg_notify($1, 'tela:' || id) FROM unnest($2::int[]) AS id`, [accessChannel, usuarios])
