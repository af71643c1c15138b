import { maskDocumento } from '../rules/documento.ts'
import type { ClienteResumo, ServicoResumo } from '../wire/resumo.ts'

/** What `clienteResumoSql` gives. */
export interface ClienteResumoRow extends Omit<ClienteResumo, 'cpf_cnpj_mascarado' | 'servicos'> {
  cpf_cnpj: string
  servicos: ServicoResumo[]
}

/** The document leaves masked: nothing past this point knows it whole. DESIGN: Personal data. */
export function presentClienteResumo({ cpf_cnpj, ...row }: ClienteResumoRow): ClienteResumo {
  return { ...row, cpf_cnpj_mascarado: maskDocumento(cpf_cnpj) }
}
