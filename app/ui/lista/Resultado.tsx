import { Text, VisuallyHidden } from '@mantine/core'
import { useState } from 'react'
import { contagem } from '../format.ts'

interface Props {
  lista: { data: unknown; isPlaceholderData: boolean; hasNextPage: boolean }
  /** The filters, as the list was asked for with them; '' without. */
  query: string
  quantos: number
  nome: [um: string, varios: string]
  /** What is said of an empty list. */
  vazia: string
}

/**
 * What the filters found, also for who cannot see the list. It is always there: what comes with its words is not read out.
 * Said once for each change of the filters, or each new row would be.
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
