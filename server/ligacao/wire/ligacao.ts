import { z } from 'zod'
import { atendimento } from '../../atendimento/wire.ts'
import { clienteResumo } from '../../cliente/wire/resumo.ts'

export const estadoLigacao = z.enum(['aberta', 'fechada', 'cancelada', 'perdida', 'expirada'])
export type EstadoLigacao = z.infer<typeof estadoLigacao>

/**
 * One call, whole, as every event and snapshot carries it. `versao` grows with each change of the same `id`, so that a
 * late or repeated event is recognised. Instants are ISO 8601 in UTC. DESIGN: The socket's wire.
 */
export const ligacao = z
  .object({
    id: z.string().describe('O valor do cabeçalho X-Ligacao-Id'),
    versao: z.int(),
    estado: estadoLigacao,
    ramal: z.string().nullable(),
    identificador_interno: z.string().nullable(),
    telefone: z.string().nullable().describe('Como o PBX enviou'),
    telefone_formatado: z.string().describe('"(37) 99991-2222" ou "número não informado"'),
    ligacao_params: z.record(z.string(), z.unknown()).nullable(),
    cliente: clienteResumo.nullable(),
    candidatos: z.array(clienteResumo).describe('Clientes com o mesmo telefone, os de contrato ativo primeiro'),
    atendimento: atendimento.nullable(),
    notificada_em: z.iso.datetime(),
    tocada_em: z.iso.datetime().describe('Muda quando a janela toca de novo'),
    encerrada_em: z.iso.datetime().nullable(),
  })
  .meta({ id: 'Ligacao' })

export type Ligacao = z.infer<typeof ligacao>

export const ligacoesAbertas = z.object({ ligacoes: z.array(ligacao) })
export type LigacoesAbertas = z.infer<typeof ligacoesAbertas>
