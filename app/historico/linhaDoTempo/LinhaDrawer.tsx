import { Drawer } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useEffect } from 'react'
import { LinhaDoTempo } from './LinhaDoTempo.tsx'

/** Whose timeline is opened, and from which call. */
export interface DeQuem {
  id_cliente: number
  nome: string
  ligacao: string
}

/** It opens after it was mounted: only then does it note where the focus was and give it back. */
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
