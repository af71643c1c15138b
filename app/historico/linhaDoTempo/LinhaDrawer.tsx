import { Drawer } from '@mantine/core'
import { useState } from 'react'
import { useFocusReturns } from '../../ui/parts/useFocusReturns.ts'
import { LinhaDoTempo } from './LinhaDoTempo.tsx'

/** Whose timeline is opened, and from which call. */
export interface DeQuem {
  id_cliente: number
  nome: string
  ligacao: string
}

export function LinhaDrawer({ de: { id_cliente, nome, ligacao } }: { de: DeQuem }) {
  const [opened, setOpened] = useState(true)
  useFocusReturns(opened)
  return (
    <Drawer
      opened={opened}
      onClose={() => setOpened(false)}
      position="right"
      size={600}
      title={`Linha do tempo de ${nome}`}
      closeButtonProps={{ 'aria-label': 'Fechar linha do tempo' }}
    >
      <LinhaDoTempo id_cliente={id_cliente} ligacao={ligacao} />
    </Drawer>
  )
}
