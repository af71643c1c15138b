import type pg from 'pg'

/** Channel on which triggers tell every process of changes of access, and commands name screens that must reload. */
export const accessChannel = 'alo_acesso'

/** Once the transaction commits, every process tells all its screens that the person behind this customer was erased. */
export const announceErased = (client: pg.ClientBase, idCliente: number) =>
  client.query('SELECT pg_notify($1, $2)', [accessChannel, `eliminado:${idCliente}`])

/**
 * Once the transaction commits, every process makes the screens of these users reload their tickets and reminders. This
 * is for a command, which is no process of the desk and has no screens of its own to tell.
 */
export const announceScreens = (client: pg.ClientBase, usuarios: readonly number[]) =>
  client.query(`SELECT pg_notify($1, 'tela:' || id) FROM unnest($2::int[]) AS id`, [accessChannel, usuarios])
