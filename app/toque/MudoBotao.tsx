import { ActionIcon, Tooltip } from '@mantine/core'
import { IconBell, IconBellOff } from '@tabler/icons-react'
import { useToqueMudo } from './useToqueMudo.ts'

/** Mutes the ring tone in this browser. The window still appears. */
export function MudoBotao() {
  const [mudo, setMudo] = useToqueMudo()
  const label = mudo ? 'Ligar o toque' : 'Silenciar o toque'
  return (
    <Tooltip label={label}>
      <ActionIcon variant="default" size="lg" aria-label={label} onClick={() => setMudo(!mudo)}>
        {mudo ? <IconBellOff size={18} aria-hidden /> : <IconBell size={18} aria-hidden />}
      </ActionIcon>
    </Tooltip>
  )
}
