import { Drawer } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useEffect } from 'react'
import { LinhaDoTempo } from './LinhaDoTempo.tsx'

/** Whose timeline, by which call. */
export interface DeQuem {
  id_cliente: number
  nome: string
  ligacao: string
}

/** It opens once it is drawn: only then does it know where the focus was, and gives it back. */
export function LinhaDrawer({ de: { id_cliente, nome, ligacao } }: { de: DeQuem }) {
  const [opened, { open, close }] = useDisclosure(false)
  useEffect(open, [open])
  return (
    <Drawer
      opened={opened}
      onClose={close}
      position="right"
      size={600}
      title={`Linha do tempo de ${nome}`}
      closeButtonProps={{ 'aria-label': 'Fechar linha do tempo' }}
    >
      <LinhaDoTempo id_cliente={id_cliente} ligacao={ligacao} />
    </Drawer>
  )
}
