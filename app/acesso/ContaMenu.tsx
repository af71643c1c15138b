import { ActionIcon, Menu } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconDevices, IconUserCircle } from '@tabler/icons-react'
import dynamic from 'next/dynamic'
import { useState } from 'react'

/** Fetched when it is asked for: who opens it is about to leave. */
const SessoesModal = dynamic(() => import('./SessoesModal.tsx'), { ssr: false })

/** What a person does about her own account. `first`: what must not be lost when she leaves. */
export function ContaMenu({ first }: { first: () => Promise<void> }) {
  const [aberto, { open, close }] = useDisclosure(false)
  const [asked, setAsked] = useState(false)
  const ask = () => {
    setAsked(true)
    open()
  }
  return (
    <>
      <Menu position="bottom-end" width={270}>
        <Menu.Target>
          <ActionIcon variant="default" size="lg" aria-label="Conta">
            <IconUserCircle size={18} aria-hidden />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item leftSection={<IconDevices size={16} aria-hidden />} onClick={ask}>
            Sair de todos os dispositivos
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      {asked && <SessoesModal aberto={aberto} onClose={close} first={first} />}
    </>
  )
}
