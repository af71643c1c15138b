import { ActionIcon, type MantineColorScheme, Menu, useMantineColorScheme } from '@mantine/core'
import { IconCheck, IconDeviceDesktop, IconMoon, IconPalette, IconSun } from '@tabler/icons-react'

const schemes: { value: MantineColorScheme; rotulo: string; Icon: typeof IconSun }[] = [
  { value: 'auto', rotulo: 'Como o computador', Icon: IconDeviceDesktop },
  { value: 'light', rotulo: 'Clara', Icon: IconSun },
  { value: 'dark', rotulo: 'Escura', Icon: IconMoon },
]

/** Light, dark, or whatever the computer says; Mantine remembers the choice in this browser. */
export function AparenciaMenu() {
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  return (
    <Menu position="bottom-end" width={210}>
      <Menu.Target>
        <ActionIcon variant="default" size="lg" aria-label="Aparência">
          <IconPalette size={18} aria-hidden />
        </ActionIcon>
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
