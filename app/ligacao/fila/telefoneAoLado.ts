import type { Ligacao } from '#server/ligacao/wire/ligacao'
import { nomeDe } from './ligacoes.ts'

/**
 * Pure. The number beside the caller's name, in the queue, in the header's line and in notices. It is '' for an unknown
 * caller, whose name already is the number.
 */
export function telefoneAoLado(ligacao: Ligacao): string {
  const { telefone_formatado } = ligacao
  return nomeDe(ligacao) === telefone_formatado ? '' : telefone_formatado
}
