import { Popover, Text } from '@mantine/core'
import { Alvo, type Pendente } from '../../ui/useMenuBotao.tsx'
import { Caiu } from './Caiu.tsx'
import { VerPerdidas } from './VerPerdidas.tsx'

interface Props extends Pendente {
  avisos: readonly { id: string; texto: string; perdida: boolean; caiu: boolean }[]
}

/** The notices before the latest. */
export function OutrosAvisos({ botao, aberto, onChange, avisos }: Props) {
  return (
    <Popover position="bottom-start" width={420} withArrow shadow="md" opened={aberto} onChange={onChange}>
      <Popover.Target>
        <Alvo botao={botao} />
      </Popover.Target>
      <Popover.Dropdown aria-label="Outros avisos">
        {avisos.map(({ id, texto, perdida, caiu }) => (
          <Text key={id} size="sm" py={4}>
            {texto} {perdida && <VerPerdidas />}
            {caiu && <Caiu id={id} />}
          </Text>
        ))}
      </Popover.Dropdown>
    </Popover>
  )
}
