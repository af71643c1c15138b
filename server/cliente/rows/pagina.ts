import type { Database } from '../../database/database.ts'
import { formatTelefone } from '../../telefone/rules/formatTelefone.ts'
import { maskDocumento } from '../rules/documento.ts'
import { visivelQuery } from '../rules/listQuery.ts'
import { byServico } from '../rules/situacao.ts'
import type { ClienteVisivel } from '../wire/browse.ts'
import { readTexts } from './joiner/texts.ts'

/** A customer as `visivelQuery` reads them. */
type Lido = Omit<ClienteVisivel, 'cpf_cnpj_mascarado' | 'telefones_formatados'> & { cpf_cnpj: string }

/** One customer with everything a supervisor may see; null when there is no such customer. */
export async function clienteVisivel(database: Database, id_cliente: number): Promise<ClienteVisivel | null> {
  const text = (await readTexts(database, [id_cliente], visivelQuery)).get(id_cliente)
  if (text === undefined) return null
  const { cpf_cnpj, servicos, ...cliente }: Lido = JSON.parse(text)
  const telefones = [cliente.telefone_primario, cliente.telefone_secundario, cliente.telefone_terciario]
  return {
    ...cliente,
    cpf_cnpj_mascarado: maskDocumento(cpf_cnpj),
    telefones_formatados: telefones.filter((numero) => numero !== '').map(formatTelefone),
    servicos: servicos.sort(byServico),
  }
}

/** The whole CPF or CNPJ as it is stored; null when there is no such customer. */
export async function readDocumento({ prisma }: Database, id_cliente: number): Promise<string | null> {
  const cliente = await prisma.cliente.findUnique({ where: { id_cliente }, select: { cpf_cnpj: true } })
  return cliente?.cpf_cnpj ?? null
}

/** The customer's telephones as they are stored, the primary one first; none when there is no such customer. */
export async function telefonesOf({ prisma }: Database, id_cliente: number): Promise<string[]> {
  const cliente = await prisma.cliente.findUnique({
    where: { id_cliente },
    select: { telefone_primario: true, telefone_secundario: true, telefone_terciario: true },
  })
  return cliente ? Object.values(cliente).filter((numero) => numero !== '') : []
}
