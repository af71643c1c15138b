import { Button } from '@mantine/core'
import { IconAlarm } from '@tabler/icons-react'
import { fetchedLater } from '../ui/parts/fetchedLater.tsx'
import { useMenuBotao } from '../ui/parts/useMenuBotao.tsx'
import type { Assunto } from './lembreteQueries.ts'

const LembreteForm = fetchedLater(() => import('./LembreteForm.tsx').then((module) => module.LembreteForm))

export function NovoLembrete({ alvo = {} }: { alvo?: Assunto }) {
  const { asked, menu, button } = useMenuBotao(LembreteForm.prepare, 'dialog')
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
      {asked && <LembreteForm {...menu} alvo={alvo} />}
    </>
  )
}
