import { type MantineColorScheme, Menu, useMantineColorScheme } from '@mantine/core'
import { IconDeviceDesktop, IconMoon, IconSun } from '@tabler/icons-react'
import { Alvo, type Pendente } from '../parts/useMenuBotao.tsx'

const schemes: { value: MantineColorScheme; rotulo: string; Icon: typeof IconSun }[] = [
  { value: 'auto', rotulo: 'Como o computador', Icon: IconDeviceDesktop },
  { value: 'light', rotulo: 'Clara', Icon: IconSun },
  { value: 'dark', rotulo: 'Escura', Icon: IconMoon },
]

export function AparenciaLista({ botao, aberto, onChange }: Pendente) {
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  const choose = (value: string) => {
    const chosen = schemes.find((each) => each.value === value)
    if (chosen) setColorScheme(chosen.value)
  }
  return (
    <Menu
      position="bottom-end"
      width={230}
      opened={aberto}
      onChange={onChange}
      withinPortal={false}
      withInitialFocusPlaceholder={false}
    >
      <Menu.Target>
        <Alvo botao={botao} />
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.RadioGroup value={colorScheme} onChange={choose}>
          {schemes.map(({ value, rotulo, Icon }) => (
            <Menu.RadioItem key={value} value={value} rightSection={<Icon size={16} aria-hidden />} closeMenuOnClick>
              {rotulo}
            </Menu.RadioItem>
          ))}
        </Menu.RadioGroup>
      </Menu.Dropdown>
    </Menu>
  )
}
