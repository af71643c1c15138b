import { Text } from '@mantine/core'
import { useEffect, useState } from 'react'
import { holdNavigation } from './heldNavigation.ts'

/** Stays on the page while the server cannot deliver the next one, and says so. */
export function NavegacaoEspera() {
  const [waiting, setWaiting] = useState(false)
  useEffect(() => holdNavigation(setWaiting), [])
  return (
    <Text role="status" size="sm" fw={600} truncate miw={waiting ? '6rem' : 0}>
      {waiting && 'Aguardando o servidor: a página abre sozinha.'}
    </Text>
  )
}
