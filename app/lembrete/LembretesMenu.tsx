import { Popover, Text } from '@mantine/core'
import { useFocusStays } from '../ui/parts/useFocusStays.ts'
import { Alvo, type Pendente } from '../ui/parts/useMenuBotao.tsx'
import { LembretesLista } from './LembretesLista.tsx'
import { useLembretes } from './lembreteQueries.ts'

export function LembretesMenu({ botao, aberto, onChange }: Pendente) {
  const lembretes = useLembretes()
  return (
    <Popover position="bottom-end" width="min(32rem, 94vw)" shadow="md" trapFocus opened={aberto} onChange={onChange}>
      <Popover.Target>
        <Alvo botao={botao} />
      </Popover.Target>
      <Popover.Dropdown
        {...useFocusStays()}
        role="dialog"
        aria-label="Lembretes"
        mah="70vh"
        style={{ overflowY: 'auto' }}
      >
        {lembretes.length === 0 && (
          <Text size="sm" tabIndex={-1} data-autofocus>
            Nada a lembrar. Anote no Painel, na chamada ou no atendimento.
          </Text>
        )}
        <LembretesLista lembretes={lembretes} />
      </Popover.Dropdown>
    </Popover>
  )
}
