/** Whether an exchange can call this user: by the extension or by the internal id. */
export const recebeChamadas = (user: { ramal: string | null; identificador_interno: string | null }): boolean =>
  (user.ramal ?? user.identificador_interno) !== null
