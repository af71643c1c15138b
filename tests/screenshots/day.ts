import type { RunningDesk } from '../e2e/support/test.ts'

/** The time of all pictures: a Monday, 10:41 in São Paulo. */
export const stillAt = '2026-11-23T13:41:00.000Z'

interface Passada {
  /** Minutes before `stillAt`. */
  minutos: number
  ramal: number
  telefone: string
  /** Length of the conversation in seconds; without it nobody attended the call. */
  conversa?: number
  caiu?: true
  fila?: string
}

const maria = '37999912222'
const padaria = '3732211234'

const passadas: readonly Passada[] = [
  { minutos: 3, ramal: 101, telefone: '37998881111', fila: 'Suporte' },
  { minutos: 9, ramal: 102, telefone: padaria, fila: 'Financeiro' },
  { minutos: 16, ramal: 101, telefone: '11988887777' },
  { minutos: 25, ramal: 101, telefone: maria, conversa: 312, fila: 'Suporte' },
  { minutos: 48, ramal: 102, telefone: '37998881212', conversa: 95 },
  { minutos: 70, ramal: 101, telefone: '37998884040', conversa: 1_260, caiu: true, fila: 'Suporte' },
  { minutos: 82, ramal: 101, telefone: '', fila: 'Suporte' },
  { minutos: 960, ramal: 101, telefone: maria },
  { minutos: 965, ramal: 101, telefone: maria },
  { minutos: 1_100, ramal: 102, telefone: '3732211313', conversa: 41, fila: 'Vendas' },
  { minutos: 1_180, ramal: 101, telefone: '+12125551234', conversa: 640 },
  { minutos: 2_700, ramal: 101, telefone: '37998883030', conversa: 222, fila: 'Financeiro' },
]

const atendimentos = [
  [
    25,
    'ana',
    1,
    'Sem conexão',
    null,
    'Internet cai toda noite por volta das 20h, desde terça-feira. PON verde fixa, LOS apagada.',
  ],
  [70, 'ana', 7, 'Lentidão', null, 'Visita marcada para sábado de manhã; o porteiro tem a chave do armário da torre.'],
  [48, 'bruno', 9, 'Financeiro', 'Resolvido', 'Segunda via enviada por e-mail; paga amanhã.'],
  [1_100, 'bruno', 10, null, 'Encaminhado', 'Quer um segundo ponto na recepção.'],
  [1_180, 'ana', null, null, null, ''],
  [
    2_700,
    'ana',
    5,
    'Financeiro',
    'Resolvido',
    'Pediu a promessa de pagamento até dia 30. Avisado de que o bloqueio parcial só cai depois da compensação.',
  ],
] as const

const eventos = [
  [30, 1, 'desconto', 'Três dias sem conexão em novembro', 1_290, 1],
  [95, 7, 'acrescimo', 'Mudança de endereço para a Rua das Acácias, com passagem de cabo por duto', 18_000, 3],
  [1_400, 2, 'acrescimo', 'Visita técnica', 9_000, 1],
  [4_300, 9, 'desconto', 'Cortesia combinada com a supervisão', 2_990, 2],
] as const

/** Inserts two days of work, with the same rows in every run. */
export async function fillDay({ pbx, database: { pool } }: RunningDesk): Promise<void> {
  for (const [at, { ramal, telefone, fila, ...passada }] of passadas.entries()) {
    const ligacao_params = { call_id: `dia ${at}`, ...(fila && { fila }) }
    await pbx('notificar', { ramal, telefone, ligacao_params })
    await pbx('cancelar', { ramal, ligacao_params })
    await pool.query(
      `UPDATE ligacao SET notificada_em = t, tocada_em = t, aberta_em = t, atendida_em = fim - conversa, encerrada_em = fim,
         estado = CASE WHEN conversa IS NULL THEN estado ELSE 'fechada'::"EstadoLigacao" END, caiu = caiu_,
         caida_em = CASE WHEN caiu_ THEN fim END,
         encerrada_por = CASE WHEN conversa IS NULL THEN encerrada_por ELSE 'atendente'::"EncerradaPor" END
       FROM (SELECT $2::timestamptz AS t, $2::timestamptz + coalesce(c, interval '18 seconds') + interval '6 seconds' AS fim,
         c AS conversa, $4::boolean AS caiu_ FROM (SELECT make_interval(secs => $3) AS c) x) d WHERE chave = $1`,
      [`dia ${at}`, before(passada.minutos), passada.conversa ?? null, passada.caiu ?? null],
    )
  }
  for (const [at, [minutos, usuario, cliente, motivo, desfecho, descricao]] of atendimentos.entries())
    await pool.query(
      `INSERT INTO atendimento (protocolo, ligacao_id, id_cliente, usuario_id, id_motivo, id_desfecho, descricao, estado,
         criado_em, atualizado_em, fechado_em)
       SELECT $1, (SELECT id FROM ligacao WHERE chave = $2), $3, u.id,
         (SELECT min(id) FROM opcao_atendimento WHERE lista = 'motivo' AND descricao ILIKE $4 || '%'),
         (SELECT min(id) FROM opcao_atendimento WHERE lista = 'desfecho' AND descricao ILIKE $5 || '%'), $6,
         CASE WHEN $5::text IS NULL THEN 'aberto' ELSE 'fechado' END::"EstadoAtendimento", $7::timestamptz, $7,
         CASE WHEN $5::text IS NULL THEN NULL ELSE $7 END::timestamptz
       FROM usuario u WHERE u.usuario = $8`,
      [
        ...[`20261120000${100 + at}`, `dia ${passadas.findIndex((each) => each.minutos === minutos)}`, cliente],
        ...[motivo, desfecho, descricao, before(minutos), usuario],
      ],
    )
  for (const [at, [minutos, cliente, tipo, descricao, centavos, parcelas]] of eventos.entries())
    for (let parcela = 1; parcela <= parcelas; parcela++)
      await pool.query(
        `INSERT INTO evento_faturamento (id_evento_faturamento, lancamento, id_cliente_servico, id_tipo_servico, tipo, descricao,
           valor_centavos, parcela, total_parcelas, proximo_faturamento, mes, ano, usuario_id, criado_em)
         SELECT $1, $2::uuid, min(id_cliente_servico), (SELECT min(id_tipo_servico) + $3 FROM tipo_servico), $4::"TipoEvento", $5,
           $6, $7, $8, false, 11 + (($7 - 1) % 2), 2026, (SELECT id FROM usuario WHERE usuario = 'clara'), $9
         FROM cliente_servico WHERE id_cliente = $10 ON CONFLICT DO NOTHING`,
        [
          ...[100 + at * 10 + parcela, `00000000-0000-4000-8000-00000000000${at}`, at + 1, tipo, descricao],
          ...[centavos, parcela, parcelas, before(minutos), cliente],
        ],
      )
}

/**
 * Replaces the audit record by fixed entries, because the database sets its times by its own clock, which keeps
 * running.
 */
export async function fillAuditoria({ database: { pool } }: RunningDesk): Promise<void> {
  const registros = [
    ['ana', 'documento_revelado', 'cliente:1', null],
    ['clara', 'evento_faturamento_registrado', 'evento_faturamento:111', { valor_centavos: 18_000, total_parcelas: 3 }],
    ['clara', 'clientes_exportados', null, { linhas: 500 }],
    ['bruno', 'retorno_tratado', 'ligacao:00000000-0000-4000-8000-000000005f0c', { quantas: 2 }],
    [null, 'dados_antigos_apagados', null, { ligacoes: 1_204, auditoria: 88 }],
    ['admin', 'opcao_atendimento_criada', 'opcao_atendimento:9', { descricao: 'Câmeras' }],
    ['ana', 'limite_de_documento_revelado', null, null],
  ] as const
  await pool.query('ALTER TABLE auditoria DISABLE TRIGGER auditoria_append_only; DELETE FROM auditoria')
  for (const [at, [usuario, acao, alvo, detalhes]] of [...registros.entries()].reverse())
    await pool.query(
      `INSERT INTO auditoria (quando, usuario_id, ip, acao, alvo, detalhes)
       VALUES ($1, (SELECT id FROM usuario WHERE usuario = $2), $3, $4, $5, $6)`,
      [before(at * 37 + 4), usuario, usuario && '10.20.0.14', acao, alvo, detalhes && JSON.stringify(detalhes)],
    )
  await pool.query('ALTER TABLE auditoria ENABLE TRIGGER auditoria_append_only')
}

const before = (minutos: number) => new Date(Date.parse(stillAt) - minutos * 60_000)
