import { type MantineColorScheme, Menu, useMantineColorScheme } from '@mantine/core'
import { IconCheck, IconDeviceDesktop, IconMoon, IconSun } from '@tabler/icons-react'
import { Alvo, type Pendente } from './useMenuBotao.tsx'

const schemes: { value: MantineColorScheme; rotulo: string; Icon: typeof IconSun }[] = [
  { value: 'auto', rotulo: 'Como o computador', Icon: IconDeviceDesktop },
  { value: 'light', rotulo: 'Clara', Icon: IconSun },
  { value: 'dark', rotulo: 'Escura', Icon: IconMoon },
]

export function AparenciaLista({ botao, aberto, onChange }: Pendente) {
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  return (
    <Menu position="bottom-end" width={210} opened={aberto} onChange={onChange}>
      <Menu.Target>
        <Alvo botao={botao} />
      </Menu.Target>
      <Menu.Dropdown>
        {schemes.map(({ value, rotulo, Icon }) => (
          <Menu.Item
            key={value}
            role="menuitemradio"
            aria-checked={colorScheme === value}
            leftSection={<Icon size={16} aria-hidden />}
            rightSection={colorScheme === value && <IconCheck size={16} aria-hidden />}
            onClick={() => setColorScheme(value)}
          >
            {rotulo}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}
