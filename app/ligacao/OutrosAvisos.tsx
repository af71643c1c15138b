import { Popover, Text } from '@mantine/core'
import { Alvo, type Pendente } from '../ui/useMenuBotao.tsx'

interface Props extends Pendente {
  textos: readonly { id: string; texto: string }[]
}

export function OutrosAvisos({ botao, aberto, onChange, textos }: Props) {
  return (
    <Popover position="bottom-start" width={420} withArrow shadow="md" opened={aberto} onChange={onChange}>
      <Popover.Target>
        <Alvo botao={botao} />
      </Popover.Target>
      <Popover.Dropdown aria-label="Outros avisos">
        {textos.map(({ id, texto }) => (
          <Text key={id} size="sm" py={4}>
            {texto}
          </Text>
        ))}
      </Popover.Dropdown>
    </Popover>
  )
}
