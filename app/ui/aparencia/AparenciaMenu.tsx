import { ActionIcon } from '@mantine/core'
import { IconPalette } from '@tabler/icons-react'
import { fetchedLater } from '../parts/fetchedLater.tsx'
import { useMenuBotao } from '../parts/useMenuBotao.tsx'

const Lista = fetchedLater(() => import('./AparenciaLista.tsx').then((module) => module.AparenciaLista))

export function AparenciaMenu() {
  const { asked, menu, button } = useMenuBotao(Lista.prepare)
  return (
    <>
      <ActionIcon variant="default" size="lg" aria-label="Aparência" {...button}>
        <IconPalette size={18} aria-hidden />
      </ActionIcon>
      {asked && <Lista {...menu} />}
    </>
  )
}
