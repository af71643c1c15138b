import { operacao, type Uso } from '../wire.ts'
import { explainRefusal } from './explain.ts'
import type { Pedido } from './pedido.ts'

/** How many requests of a token had the same outcome. */
export interface Contado extends Pick<Pedido, 'operacao' | 'status'> {
  motivo: string | null
  recusa: string[] | null
  quantos: number
}

/** The most causes that are listed; the requests of the others are summed up. */
const most = 5

const isRefused = ({ status }: Contado) => status >= 400
const sum = (counted: readonly Contado[]) => counted.reduce((before, { quantos }) => before + quantos, 0)

/** Pure. How many of a token's requests were accepted and refused, and why. */
export function sumUp(contados: readonly Contado[], token: string): Omit<Uso, 'desde'> {
  const causas = causesOf(contados.filter(isRefused), token)
  return {
    operacoes: operacao.options.map((operacao) => {
      const its = contados.filter((each) => each.operacao === operacao)
      const recusados = sum(its.filter(isRefused))
      return { operacao, aceitos: sum(its) - recusados, recusados }
    }),
    causas: causas.slice(0, most),
    outros: causas.slice(most).reduce((before, { vezes }) => before + vezes, 0),
  }
}

function causesOf(recusados: readonly Contado[], token: string): Uso['causas'] {
  const causas = new Map<string, Uso['causas'][number]>()
  for (const { status, motivo, recusa, quantos } of recusados) {
    const frase = explainRefusal({ status, motivo: motivo ?? undefined, recusa: recusa ?? undefined, token })
    // A cause is the same whatever addresses and numbers are in it.
    const kind = frase.replace(/\d+/g, '#')
    const { vezes } = causas.get(kind) ?? { vezes: 0 }
    causas.set(kind, { frase, vezes: vezes + quantos })
  }
  return [...causas.values()].toSorted((a, b) => b.vezes - a.vezes)
}
