import { type Cidade, cidades } from './cidades.ts'
import { Random } from './random.ts'

const streamTelefone = 2

export interface Morada {
  cidade: Cidade
  telefone: string
}

/** City and own telephone of a customer, from a stream of its own so that neighbours can share the number. */
export function moradaOf(seed: number, id: number): Morada {
  const random = new Random(seed, id, streamTelefone)
  const cidade = random.weighted(cidades)
  return { cidade, telefone: makeTelefone(random, cidade.ddd) }
}

/** As real fields are filled: mobiles with and without the ninth digit, landlines, bare, with +55 or punctuated. */
export function makeTelefone(random: Random, ddd: string): string {
  const assinante = random.chance(25) ? makeFixo(random) : makeMovel(random)
  const estilo = random.int(1, 100)
  if (estilo <= 70) return ddd + assinante
  if (estilo <= 85) return `+55${ddd}${assinante}`
  if (estilo <= 95) return `(${ddd}) ${assinante.slice(0, -4)}-${assinante.slice(-4)}`
  return `0${ddd}${assinante}`
}

/** Blocks 9991 and 9888 are kept for the demo's well-known numbers. */
function makeMovel(random: Random): string {
  const bloco = random.int(8000, 9987)
  const assinante = `${bloco === 9888 ? 9887 : bloco}${random.digits(4)}`
  return random.chance(15) ? assinante : `9${assinante}`
}

/** Block 3221 is kept for the demo's well-known numbers. */
function makeFixo(random: Random): string {
  return `3${random.int(222, 799)}${random.digits(4)}`
}
