import { Text, VisuallyHidden } from '@mantine/core'
import { useState } from 'react'
import { contagem } from '../format.ts'

interface Props {
  lista: { data: unknown; isPlaceholderData: boolean; hasNextPage: boolean }
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
export function Resultado({ lista, query, quantos, nome, vazia }: Props) {
  const [said, setSaid] = useState({ query: '', words: '' })
  const settled = lista.data !== undefined && !lista.isPlaceholderData
  if (settled && said.query !== query) {
    const words = query === '' ? 'Sem filtros' : `${contagem(quantos, ...nome)}${lista.hasNextPage ? ' ou mais' : ''}`
    setSaid({ query, words: quantos === 0 ? '' : words })
  }
  return (
    <div role="status">
      {lista.data !== undefined && quantos === 0 ? (
        <Text c="dimmed" mt="sm">
          {vazia}
        </Text>
      ) : (
        settled && <VisuallyHidden>{said.words}</VisuallyHidden>
      )}
    </div>
  )
}
