import { IconPalette } from '@tabler/icons-react'
import { fetchedLater } from '../parts/fetchedLater.tsx'
import { useMenuBotao } from '../parts/useMenuBotao.tsx'
import { Ferramenta } from '../shell/Ferramenta.tsx'

const Lista = fetchedLater(() => import('./AparenciaLista.tsx').then((module) => module.AparenciaLista))

export function AparenciaMenu() {
  const { asked, menu, button } = useMenuBotao(Lista.prepare)
  return (
    <>
      <Ferramenta Icone={IconPalette} palavra="Aparência" aria-label="Aparência" {...button} />
      {asked && <Lista {...menu} />}
    </>
  )
}
