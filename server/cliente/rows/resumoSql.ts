/**
 * JSON of one customer as the windows and the search show it, for a row `c` of cliente: only the columns a screen may
 * see, services of living contracts first.
 */
export const clienteResumoSql = `json_build_object(
  'id_cliente', c.id_cliente, 'codigo_cliente', c.codigo_cliente, 'nome_razaosocial', c.nome_razaosocial,
  'nome_fantasia', c.nome_fantasia, 'tipo_pessoa', c.tipo_pessoa, 'cpf_cnpj', c.cpf_cnpj,
  'servicos', (
    SELECT coalesce(json_agg(json_build_object(
      'id_cliente_servico', s.id_cliente_servico, 'numero_plano', s.numero_plano, 'nome', s.nome, 'status', s.status,
      'status_prefixo', s.status_prefixo, 'tecnologia', s.tecnologia, 'login', s.login, 'endereco_instalacao', e.completo
    ) ORDER BY s.status_prefixo = 'cancelado', s.id_cliente_servico), '[]')
    FROM cliente_servico s
    LEFT JOIN endereco e ON e.id_cliente_servico = s.id_cliente_servico AND e.tipo = 'instalacao'
    WHERE s.id_cliente = c.id_cliente
  ))`

/** Active contracts first, then the newest customer. */
export const activeFirstSql = `(SELECT bool_and(s.status_prefixo = 'cancelado') IS NOT FALSE FROM cliente_servico s WHERE s.id_cliente = c.id_cliente), c.id_cliente DESC`
