import type { Database } from '../../database/open.ts'

/** The whole CPF or CNPJ as it is stored; null when there is no such customer. */
export function documentoReader({ prisma }: Database) {
  return async (idCliente: number): Promise<string | null> => {
    const cliente = await prisma.cliente.findUnique({ where: { id_cliente: idCliente }, select: { cpf_cnpj: true } })
    return cliente?.cpf_cnpj ?? null
  }
}
