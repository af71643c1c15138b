/** The name that an erasure leaves in the customer's row. */
export const pseudonimoDe = (idCliente: number | string) => `Titular eliminado ${idCliente}`
