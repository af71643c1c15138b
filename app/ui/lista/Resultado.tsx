import { Text, VisuallyHidden } from '@mantine/core'
import { contagem } from '../format.ts'

interface Props {
  lista: { isSuccess: boolean; isPlaceholderData: boolean; hasNextPage: boolean }
  quantos: number
  nome: [um: string, varios: string]
  filtrada: boolean
  /** What is said of an empty list. */
  vazia: string
}

/**
 * What the filters found, also for who cannot see the list. It is always there: what comes with its words is not read out. Of
 * a list without filters no count is said, or each new row would be.
 */
export const Resultado = ({ lista, quantos, nome, filtrada, vazia }: Props) => (
  <div role="status">
    {lista.isSuccess &&
      (quantos === 0 ? (
        <Text c="dimmed" mt="sm">
          {vazia}
        </Text>
      ) : (
        !lista.isPlaceholderData && (
          <VisuallyHidden>
            {filtrada ? `${contagem(quantos, ...nome)}${lista.hasNextPage ? ' ou mais' : ''}` : 'Sem filtros'}
          </VisuallyHidden>
        )
      ))}
  </div>
)
