import { Button } from '@mantine/core'
import { IconAlarm } from '@tabler/icons-react'
import { useAwaitedField } from '../ui/parts/awaitedField.ts'
import { fetchedLater } from '../ui/parts/fetchedLater.tsx'
import { useMenuBotao } from '../ui/parts/useMenuBotao.tsx'
import type { Assunto } from './lembreteQueries.ts'

const LembreteForm = fetchedLater(() => import('./LembreteForm.tsx').then((module) => module.LembreteForm))

interface Props {
  alvo?: Assunto
  /** Another button takes this one's place; a form that is open stays until it is closed. */
  preterido?: boolean
}

export function NovoLembrete({ alvo = {}, preterido = false }: Props) {
  const { asked, menu, button } = useMenuBotao(LembreteForm.prepare, 'dialog')
  useAwaitedField(menu.aberto)
  if (preterido && !menu.aberto) return null
  const onChange = (next: boolean) => {
    menu.onChange(next)
    // The button disappears, and the focus with it.
    if (preterido) menu.botao.current?.closest<HTMLElement>('[data-ligacao]')?.focus({ preventScroll: true })
  }
  return (
    <>
      <Button
        size="xs"
        variant="subtle"
        w="max-content"
        aria-label="Lembrar depois"
        leftSection={<IconAlarm size={16} aria-hidden />}
        {...button}
      >
        Lembrar
      </Button>
      {asked && <LembreteForm {...menu} onChange={onChange} alvo={alvo} />}
    </>
  )
}
