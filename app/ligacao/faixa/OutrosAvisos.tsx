import { Popover, Text } from '@mantine/core'
import { Alvo, type Pendente } from '../../ui/parts/useMenuBotao.tsx'
import { Caiu, PerdidasLink } from './Caiu.tsx'
import type { Aviso } from './ending.ts'

export function OutrosAvisos({ botao, aberto, onChange, avisos }: Pendente & { avisos: readonly Aviso[] }) {
  return (
    <Popover position="bottom-start" width="min(420px, 94vw)" withArrow shadow="md" opened={aberto} onChange={onChange}>
      <Popover.Target>
        <Alvo botao={botao} />
      </Popover.Target>
      <Popover.Dropdown aria-label="Outros avisos">
        {/* The newest is last, so that a new notice does not move the others. */}
        {avisos.toReversed().map(({ id, desfecho, perdida, dropped }) => (
          <Text key={id} size="sm" py={4}>
            {desfecho.frase} {perdida && <PerdidasLink />}
            {dropped && <Caiu id={id} />}
          </Text>
        ))}
      </Popover.Dropdown>
    </Popover>
  )
}
