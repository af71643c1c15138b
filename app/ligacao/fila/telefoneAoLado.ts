import type { Ligacao } from '#server/ligacao/wire/ligacao'
import { nomeDe } from './ligacoes.ts'

/**
 * Pure. The number that stands beside the caller's name, in the queue, in the line and in notices; '' where the name is
 * that number, of a caller whom nobody knows: it is not said twice.
 */
export function telefoneAoLado(ligacao: Ligacao): string {
  const { telefone_formatado } = ligacao
  return nomeDe(ligacao) === telefone_formatado ? '' : telefone_formatado
}
