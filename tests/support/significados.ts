import type { Situacao } from '#server/cliente/rules/situacao'

/** Values of `status_prefixo` as other systems write them, and the state that each one means. */
export const significados: [status_prefixo: string, situacao: Situacao][] = [
  ['servico_habilitado', 'habilitado'],
  ['habilitado', 'habilitado'],
  ['ativo', 'habilitado'],
  ['suspenso_debito', 'suspenso_debito'],
  ['suspenso_por_debito', 'suspenso_debito'],
  ['bloqueio_debito', 'suspenso_debito'],
  ['suspenso_inadimplencia', 'suspenso_debito'],
  ['Suspenso por Débito', 'suspenso_debito'],
  ['FÉRIAS', 'suspenso_pedido'],
  ['Franquía excedida', 'bloqueado'],
  ['Ativo', 'habilitado'],
  ['suspenso_pedido', 'suspenso_pedido'],
  ['suspenso_pedido_cliente', 'suspenso_pedido'],
  ['bloqueio_parcial', 'bloqueado'],
  ['suspenso', 'bloqueado'],
  ['velocidade_reduzida', 'bloqueado'],
  ['aguardando_instalacao', 'aguardando'],
  ['aguardando_assinatura', 'aguardando'],
  ['agendado_para_instalacao', 'aguardando'],
  ['inativo', 'bloqueado'],
  ['franquia_excedida', 'bloqueado'],
  ['suspenso_parcialmente', 'bloqueado'],
  ['cancelado', 'cancelado'],
  // As in the customer list, only exactly `cancelado` means cancelled. A longer word is not a suspension either.
  ['cancelado_inadimplencia', 'outro'],
  ['Cancelado', 'outro'],
  // None of these may be shown as enabled.
  ['desabilitado', 'outro'],
  ['em_analise', 'outro'],
  ['', 'outro'],
]
