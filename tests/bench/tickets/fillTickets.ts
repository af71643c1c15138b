import type { Database } from '#server/database/database'

export const tickets = 100_000
const customersOver = 40

export interface Filled {
  /** The cursor of a page in the middle. */
  deep: string
  middle: Date
  ana: number
  /** The reason and the outcome that only one in a thousand tickets has. */
  motivo: number
  desfecho: number
}

/**
 * Inserts forty times the demo's customers and 100,000 tickets over two years: one in 200 is open; words are common or
 * rare.
 */
export async function fillTickets({ pool, prisma }: Database): Promise<Filled> {
  await pool.query(
    `INSERT INTO cliente (id_cliente, codigo_cliente, nome_razaosocial, tipo_pessoa, cpf_cnpj, data_cadastro, busca)
     SELECT c.id_cliente + k * 1000, c.codigo_cliente + k * 100000, c.nome_razaosocial || ' ' || k, c.tipo_pessoa, c.cpf_cnpj,
       c.data_cadastro, c.busca || ' ' || k
     FROM cliente c, generate_series(1, ${customersOver - 1}) k WHERE c.id_cliente > 12`,
  )
  await pool.query(
    `INSERT INTO cliente_telefone (chave, id_cliente) SELECT '379' || lpad(id_cliente::text, 8, '0'), id_cliente FROM cliente
     WHERE id_cliente > 1000`,
  )
  await pool.query(
    `INSERT INTO atendimento (protocolo, id_cliente, usuario_id, aberto_por, descricao, busca, telefone_chave, id_motivo, id_desfecho,
       estado, criado_em, atualizado_em, fechado_em)
     SELECT to_char(t.momento, 'YYYYMMDD') || lpad(n::text, 6, '0'), CASE WHEN n % 20 > 0 THEN c.ids[1 + (n * 7919) % cardinality(c.ids)] END,
       u.ids[1 + n % cardinality(u.ids)], CASE WHEN n % 30 = 0 THEN u.ids[1 + (n / 30) % cardinality(u.ids)] END,
       t.palavras, t.palavras, '379' || lpad((n % 9000)::text, 8, '0'),
       CASE WHEN n % 1000 = 0 THEN o.motivos[1] ELSE o.motivos[2 + n % 12] END,
       CASE WHEN n % 200 = 0 THEN NULL WHEN n % 1000 = 1 THEN o.desfechos[1] ELSE o.desfechos[2 + n % 6] END,
       CASE WHEN n % 200 = 0 THEN 'aberto' ELSE 'fechado' END::"EstadoAtendimento", t.momento, t.momento,
       CASE WHEN n % 200 > 0 THEN t.momento END
     FROM generate_series(1, ${tickets}) n,
       LATERAL (SELECT now() - n * interval '10 minutes' AS momento, CASE n % 3
           WHEN 0 THEN 'sem conexao desde ontem a noite, luz vermelha na onu, reiniciado sem melhora, visita para amanha de manha '
           WHEN 1 THEN 'lentidao no wifi do quarto, orientado a trocar o canal e a testar por cabo, retorno combinado '
           ELSE 'segunda via do boleto enviada por email e whatsapp, vencimento confirmado com a cliente ' END
         || CASE WHEN n % 97 = 0 THEN 'roteador queimado na tempestade ' ELSE '' END
         || CASE WHEN n % 20011 = 0 THEN 'xilofone ' ELSE '' END || md5(n::text) AS palavras) t,
       (SELECT array_agg(id_cliente) AS ids FROM cliente) c,
       (SELECT array_agg(id) AS ids FROM usuario) u,
       (SELECT array_agg(id ORDER BY id) FILTER (WHERE lista = 'motivo') AS motivos,
          array_agg(id ORDER BY id) FILTER (WHERE lista = 'desfecho') AS desfechos FROM opcao_atendimento) o`,
  )
  for (const table of ['cliente', 'cliente_telefone', 'atendimento']) await pool.query(`VACUUM ANALYZE ${table}`)
  const { id: ana } = await prisma.usuario.findFirstOrThrow({ where: { usuario: 'ana' } })
  const [motivo, desfecho] = await Promise.all(
    (['motivo', 'desfecho'] as const).map((lista) =>
      prisma.opcaoAtendimento.findFirstOrThrow({ where: { lista }, orderBy: { id: 'asc' } }),
    ),
  )
  const middle = new Date(Date.now() - (tickets / 2) * 600_000)
  return { deep: `${middle.getTime()}-1`, middle, ana, motivo: motivo?.id ?? 0, desfecho: desfecho?.id ?? 0 }
}
