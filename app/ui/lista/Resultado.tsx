import { Text, VisuallyHidden } from '@mantine/core'
import { useState } from 'react'
import { contagem } from '../format.ts'

interface Props {
  lista: { data: unknown; hasNextPage: boolean }
  /** The list still answers other filters: of the ones in sight nothing is said yet. */
  desatualizada: boolean
  /** The filters as the query string of the list's request; '' without filters. */
  query: string
  quantos: number
  nome: [um: string, varios: string]
  /** The sentence shown for an empty list. */
  vazia: string
}

/**
 * Tells how many rows the filters found, also to screen readers. The live region is always in the page: one that is
 * added together with its words is not read out. The count is set once per change of the filters; otherwise every new
 * row would be read out.
 */
export function Resultado({ lista, desatualizada, query, quantos, nome, vazia }: Props) {
  const [said, setSaid] = useState({ query: '', words: '' })
  const settled = lista.data !== undefined && !desatualizada
  if (settled && said.query !== query) {
    const words = query === '' ? 'Sem filtros' : `${contagem(quantos, ...nome)}${lista.hasNextPage ? ' ou mais' : ''}`
    setSaid({ query, words: quantos === 0 ? '' : words })
  }
  return (
    <div role="status">
      {settled &&
        (quantos === 0 ? (
          <Text c="dimmed" mt="sm">
            {vazia}
          </Text>
        ) : (
          <VisuallyHidden>{said.words}</VisuallyHidden>
        ))}
    </div>
  )
}
