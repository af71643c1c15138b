import { type CampoModelo, lugar } from '../wire/modelos.ts'

export type ValoresModelo = Partial<Record<CampoModelo, string>>

/**
 * Pure. The text with each name in braces replaced by its value, letter by letter: what a value holds, braces included, is
 * never read again. Names without a value, or with an empty one, stay and are told in `faltam`, each once, in their order.
 */
export function fillModelo(texto: string, valores: ValoresModelo): { texto: string; faltam: string[] } {
  const known = new Map(Object.entries<string | undefined>(valores))
  const faltam = new Set<string>()
  const filled = texto.replace(lugar, (inBraces, nome: string) => {
    const valor = known.get(nome)
    if (valor) return valor
    faltam.add(nome)
    return inBraces
  })
  return { texto: filled, faltam: [...faltam] }
}

/** 'Maria' of 'Maria da Conceição Ávila'; a company keeps its whole name. */
export const primeiroNome = (nome: string, tipoPessoa: string) =>
  tipoPessoa === 'pf' ? (nome.trim().split(/\s+/)[0] ?? '') : nome.trim()
