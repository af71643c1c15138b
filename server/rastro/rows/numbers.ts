import { hash } from 'node:crypto'
import type { Pedido } from '../rules/pedido.ts'

const hourOf = (at: Date) => at.toISOString().slice(0, 13)
const hourMs = 3_600_000

/** The number that traces are found by, for a kind of name. Two names may share one, so check what is found. */
export const numberOf = (kind: 'ramal' | 'usuario' | 'telefone' | 'chave' | 'ligacao', name: string | number): number =>
  hash('sha1', `${kind}:${name}`, 'buffer').readInt32BE(0)

/** The number of an extension or a user in one hour (UTC): they ring too often to be found by their name alone. */
const hourlyNumberOf = (kind: 'ramal' | 'usuario', name: string | number, at: Date): number =>
  numberOf(kind, `${name}@${hourOf(at)}`)

/** The numbers of all hours from one instant to another. */
export function hourlyNumbersOf(kind: 'ramal' | 'usuario', name: string | number, since: Date, until: Date): number[] {
  const numbers = []
  for (let at = since.getTime() - (since.getTime() % hourMs); at < until.getTime(); at += hourMs)
    numbers.push(hourlyNumberOf(kind, name, new Date(at)))
  return numbers
}

/** All numbers of a request. */
export function numbersOf(pedido: Pedido): number[] {
  const { em, operacao, ramal, usuario_id, telefone_chave, chave, ligacao } = pedido
  if (operacao === 'tela') return ligacao ? [numberOf('ligacao', ligacao)] : []
  const at = new Date(em)
  return [
    ...(ramal ? [hourlyNumberOf('ramal', ramal, at)] : []),
    ...(usuario_id ? [hourlyNumberOf('usuario', usuario_id, at)] : []),
    ...(telefone_chave ? [numberOf('telefone', telefone_chave)] : []),
    ...(chave ? [numberOf('chave', chave)] : []),
  ]
}
