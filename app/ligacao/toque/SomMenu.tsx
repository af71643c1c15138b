import { IconBell, IconBellExclamation, IconBellOff } from '@tabler/icons-react'
import { fetchedLater } from '../../ui/parts/fetchedLater.tsx'
import { useMenuBotao } from '../../ui/parts/useMenuBotao.tsx'
import { Ferramenta } from '../../ui/shell/Ferramenta.tsx'
import { unlockTone } from './playTone.ts'
import { useCalado, usePreferencias } from './preferencias.ts'
import { useVoz } from './Toque.tsx'

const SomEscolhas = fetchedLater(() => import('./SomEscolhas.tsx').then((module) => module.SomEscolhas))

/** Where the browser blocks the sound, the button says so and unblocks it. */
export function SomMenu() {
  const [{ toque }] = usePreferencias()
  const calado = useCalado()
  const { asked, menu, button } = useMenuBotao(SomEscolhas.prepare, 'dialog')
  const mudo = !toque || calado
  const locked = useVoz() === 'bloqueada' && !mudo
  const label = locked ? 'O navegador calou o toque: clique para ativar' : mudo ? 'Som e avisos (mudo)' : 'Som e avisos'
  const Icon = locked ? IconBellExclamation : mudo ? IconBellOff : IconBell
  return (
    <>
      <Ferramenta
        Icone={Icon}
        palavra={locked ? 'Ativar' : 'Som'}
        longest="Ativar"
        variant={locked ? 'filled' : 'subtle'}
        color={locked ? 'red' : 'gray'}
        aria-label={label}
        {...button}
        onClick={() => (locked ? void unlockTone() : button.onClick())}
      />
      {asked && <SomEscolhas {...menu} />}
    </>
  )
}
