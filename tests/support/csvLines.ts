import type { ExportedCliente } from '#server/cliente/wire/import'

const needed = ['id_cliente', 'codigo_cliente', 'nome_razaosocial', 'tipo_pessoa', 'cpf_cnpj', 'data_cadastro'] as const

/** The customer as CSV, a heading and one line: the columns that the import requires, and the cells in `beside`. */
export function csvLines(cliente: ExportedCliente, beside: Record<string, string> = {}): string {
  const cells = [...needed.map((name) => cliente[name]), ...Object.values(beside)]
  return `${[...needed, ...Object.keys(beside)]}\n${cells.map((cell) => `"${cell}"`)}\n`
}
