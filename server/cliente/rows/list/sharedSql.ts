/** Things that many services share, as JSON text by id. */
export const sharedSql = {
  interface: `SELECT i.id_interface, row_to_json(r)::text FROM interface i,
    LATERAL (SELECT i.nome, i.tipo, i.called_sid) AS r (nome, tipo, called_sid)`,
  equipamento: `SELECT e.id_equipamento, row_to_json(r)::text FROM equipamento e,
    LATERAL (SELECT e.nome, e.ipv4, e.ipv6) AS r (nome, ipv4, ipv6)`,
  pacote: `SELECT p.id_pacote, row_to_json(r)::text FROM pacote p, LATERAL (SELECT p.id_pacote, p.codigo, p.descricao, p.valor,
    p.observacoes, p.data_cadastro::text) AS r (id_pacote, codigo, descricao, valor, observacoes, data_cadastro)`,
  grupo: 'SELECT g.id, row_to_json(r)::text FROM grupo g, LATERAL (SELECT g.id, g.descricao) AS r (id, descricao)',
} as const
