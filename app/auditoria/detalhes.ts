import { reais } from '../faturamento/formato.ts'

/** What an entry of the record tells besides, in one line; amounts as one reads them. */
export function detalhesPorExtenso(detalhes: Record<string, unknown> | null): string {
  return Object.entries(detalhes ?? {})
    .filter(([, value]) => value !== null && value !== '')
    .map(([nome, value]) => {
      const centavos = nome.endsWith('_centavos') && typeof value === 'number'
      return centavos ? `${nome.replace('_centavos', '')}: ${reais(value)}` : `${nome}: ${String(value)}`
    })
    .join(' · ')
}
