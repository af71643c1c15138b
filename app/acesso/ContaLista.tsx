import { Menu } from '@mantine/core'
import { IconDevices } from '@tabler/icons-react'
import { Alvo, type Pendente } from '../ui/parts/useMenuBotao.tsx'

export function ContaLista({ botao, aberto, onChange, onSignOut }: Pendente & { onSignOut: () => void }) {
  return (
    <Menu position="bottom-end" width={270} opened={aberto} onChange={onChange}>
      <Menu.Target>
        <Alvo botao={botao} />
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item leftSection={<IconDevices size={16} aria-hidden />} onClick={onSignOut}>
          Sair de todos os dispositivos
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}
