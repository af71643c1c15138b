/** Who registers an event: a person at the screens or another system's token, and from which address. */
export type Autor = { ip: string } & ({ usuarioId: number; tokenId: null } | { usuarioId: null; tokenId: number })

/** Whom remembered answers belong to. */
export const autorKey = ({ usuarioId, tokenId }: Autor) =>
  tokenId === null ? `usuario:${usuarioId}` : `token:${tokenId}`
