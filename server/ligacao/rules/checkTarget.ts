import type { Mistakes } from '../../refusal.ts'
import type { LigacaoRequest } from '../wire/ligacao.ts'

interface Found<U, C> {
  usuarios: readonly U[]
  clientes: readonly C[]
}

/**
 * Mistakes of the identifiers of a PBX message: each must exist, the two of the user must name one user and the two of
 * the customer one customer. Judges only the fields given, so that it can run beside mistakes of form.
 * spec: Errors 2; docs/interface.md: Notify.
 */
export function checkTarget<
  U extends { id: number; ramal: string | null; identificado: boolean },
  C extends { id_cliente: number; codigo_cliente: number },
>(named: Partial<LigacaoRequest>, found: Found<U, C>): Mistakes {
  const mistakes: Mistakes = {}
  const { ramal, identificador_interno, id_cliente, codigo_cliente } = named
  const byRamal = found.usuarios.find((usuario) => ramal !== undefined && usuario.ramal === ramal)
  // The database has compared them: its lower() differs from JavaScript's (İ, Σ), and the plain ring uses it, too.
  const byIdentificador = found.usuarios.find(({ identificado }) => identificado)
  if (ramal !== undefined && !byRamal) mistakes.ramal = ['não pertence a nenhum usuário ativo']
  if (identificador_interno !== undefined && !byIdentificador)
    mistakes.identificador_interno = ['não pertence a nenhum usuário ativo']
  if (byRamal && byIdentificador && byRamal.id !== byIdentificador.id)
    mistakes.identificador_interno = ['deve indicar o mesmo usuário que ramal']

  const byId = found.clientes.find((cliente) => cliente.id_cliente === id_cliente)
  const byCodigo = found.clientes.find((cliente) => cliente.codigo_cliente === codigo_cliente)
  if (id_cliente !== undefined && !byId) mistakes.id_cliente = ['não existe entre os clientes']
  if (codigo_cliente !== undefined && !byCodigo) mistakes.codigo_cliente = ['não existe entre os clientes']
  if (byId && byCodigo && byId !== byCodigo) mistakes.codigo_cliente = ['deve indicar o mesmo cliente que id_cliente']
  return mistakes
}
