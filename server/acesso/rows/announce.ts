import type pg from 'pg'

/** Channel on which every process hears of changes of access, which triggers announce, and of screens that are to ask anew. */
export const accessChannel = 'alo_acesso'

/**
 * Tells the screens of these users, at whatever process and with the transaction's commit, that their tickets and reminders
 * are others: for a command, which has no screens and is none of the desk's processes.
 */
export const announceScreens = (client: pg.ClientBase, usuarios: readonly number[]) =>
  client.query(`SELECT pg_notify($1, 'tela:' || id) FROM unnest($2::int[]) AS id`, [accessChannel, usuarios])
