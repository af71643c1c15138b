import { formatTelefone } from '../../../telefone/rules/format.ts'
import { maskDocumento } from '../../rules/documento.ts'
import type { ClienteListado } from '../../wire/browse.ts'
import { shownSql } from '../list/idsSql.ts'

export interface ListadoRow extends Omit<ClienteListado, 'cpf_cnpj_mascarado' | 'telefone_formatado'> {
  cpf_cnpj: string
  telefone: string | null
}

/** Customers `$1` as rows of the list, in that order: only what the list shows. */
export const listadoSql = (cancelado: boolean) => `SELECT c.id_cliente, c.codigo_cliente, c.nome_razaosocial,
  c.nome_fantasia, c.tipo_pessoa, c.cpf_cnpj, c.data_cadastro::text, c.data_fechamento::text,
  coalesce(nullif(c.telefone_primario, ''), nullif(c.telefone_secundario, ''), nullif(c.telefone_terciario, '')) AS telefone,
  (SELECT e.cidade FROM cliente_servico s JOIN endereco e USING (id_cliente_servico)
    WHERE s.id_cliente = c.id_cliente AND e.tipo IN ('instalacao', 'cadastral') AND e.cidade <> ''
    ORDER BY s.status_prefixo = 'cancelado', e.tipo = 'cadastral', s.id_cliente_servico LIMIT 1) AS cidade,
  (SELECT coalesce(json_agg(json_build_object('id_cliente_servico', s.id_cliente_servico, 'nome', s.nome,
      'status', s.status, 'status_prefixo', s.status_prefixo)
      ORDER BY s.status_prefixo = 'cancelado', s.id_cliente_servico), '[]')
    FROM cliente_servico s WHERE s.id_cliente = c.id_cliente AND ${shownSql(cancelado)}) AS servicos
FROM unnest($1::int[]) WITH ORDINALITY AS pagina (id_cliente, lugar) JOIN cliente c USING (id_cliente) ORDER BY lugar`

export function presentListado({ cpf_cnpj, telefone, ...row }: ListadoRow): ClienteListado {
  return {
    ...row,
    cpf_cnpj_mascarado: maskDocumento(cpf_cnpj),
    telefone_formatado: telefone === null ? null : formatTelefone(telefone),
  }
}
