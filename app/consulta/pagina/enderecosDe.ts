import type { ServicoPagina } from '#server/cliente/wire/browse'
import type { Endereco } from '#server/cliente/wire/cliente'

const usos = [
  ['endereco_instalacao', 'Instalação'],
  ['endereco_cadastral', 'Cadastral'],
  ['endereco_cobranca', 'Cobrança'],
  ['endereco_fiscal', 'Fiscal'],
] as const

/** The four addresses, each place once with all that it is used for. */
export function enderecosDe(servico: ServicoPagina): { usos: string[]; endereco: Endereco }[] {
  const places = new Map<string, { usos: string[]; endereco: Endereco }>()
  for (const [name, uso] of usos) {
    const endereco = servico[name]
    if (!endereco) continue
    const key = JSON.stringify(endereco)
    const place = places.get(key)
    if (place) place.usos.push(uso.toLowerCase())
    else places.set(key, { usos: [uso], endereco })
  }
  return [...places.values()]
}
