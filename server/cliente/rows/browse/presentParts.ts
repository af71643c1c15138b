import type { Endereco } from '../../../database/generated/prisma/client.ts'
import type { Endereco as EnderecoNoFio } from '../../wire/cliente.ts'

/** A timestamp without a zone, as the interface writes it: `YYYY-MM-DD HH:MM:SS`. */
export const presentMomento = (momento: Date) => momento.toISOString().slice(0, 19).replace('T', ' ')

export function presentEndereco(row: Endereco | undefined): EnderecoNoFio | null {
  if (!row) return null
  const { completo, logradouro, endereco, numero, complemento, bairro, cep, estado, uf, cidade, latitude, longitude } =
    row
  return {
    completo,
    logradouro,
    endereco,
    numero,
    complemento,
    bairro,
    cep,
    estado,
    uf,
    cidade,
    coordenadas: { latitude, longitude },
  }
}
