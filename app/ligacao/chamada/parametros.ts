/** A value that the exchange sends in addition to the interface's own fields. */
export interface Parametro {
  rotulo: string
  valor: string
}

/** The names that different exchanges use for the same value; the first one found is shown. */
const conhecidos: readonly [rotulo: string, nomes: readonly string[]][] = [
  ['Fila', ['fila', 'queue', 'nome_fila', 'queue_name', 'grupo']],
  ['Destino', ['destino', 'dst', 'exten']],
  ['Número discado', ['did', 'dnid', 'numero_discado']],
  ['Tronco', ['tronco', 'trunk']],
  ['Espera', ['espera', 'espera_s', 'tempo_espera', 'wait']],
]
const longest = 60

/**
 * Pure. `promovidos` get a line of their own; `demais` stay folded: unknown names, long texts, and values that are no
 * text or number.
 */
export function readParametros(params: Record<string, unknown> | null): {
  promovidos: Parametro[]
  demais: [nome: string, valor: unknown][]
} {
  const entries = Object.entries(params ?? {})
  const taken = new Set<string>()
  const promovidos = conhecidos.flatMap(([rotulo, nomes]) => {
    const found = nomes
      .map((nome) => entries.find(([key, value]) => key.toLowerCase() === nome && lineOf(value) !== null))
      .find((entry) => entry !== undefined)
    if (!found) return []
    taken.add(found[0])
    const valor = lineOf(found[1]) ?? ''
    return [{ rotulo, valor: rotulo === 'Espera' && /^\d+$/.test(valor) ? `${valor} s` : valor }]
  })
  return { promovidos, demais: entries.filter(([nome]) => !taken.has(nome)) }
}

function lineOf(value: unknown): string | null {
  if (typeof value !== 'string' && typeof value !== 'number') return null
  const text = String(value).trim()
  return text === '' || text.length > longest || text.includes('\n') ? null : text
}

export const asText = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value, null, 2))
