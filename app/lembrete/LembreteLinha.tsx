import { Button, Text, VisuallyHidden } from '@mantine/core'
import { IconAlarm } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { contagem } from '../ui/format.ts'
import { momento } from '../ui/momento.ts'
import { useAtServerTime } from '../ui/network/serverClock.tsx'
import { fetchedLater } from '../ui/parts/fetchedLater.tsx'
import { useFocusStays } from '../ui/parts/useFocusStays.ts'
import { useMenuBotao } from '../ui/parts/useMenuBotao.tsx'
import { useRecusaAfter } from '../ui/parts/useRecusa.tsx'
import { Atos, Sobre } from './LembretesLista.tsx'
import classes from './lembrete.module.css'
import { useLembretes, useLembretesAtuais, useVencidos } from './lembreteQueries.ts'

const LembretesMenu = fetchedLater(() => import('./LembretesMenu.tsx').then((module) => module.LembretesMenu))

/** The next reminder, or how many are due, at the end of the line. Its place is always kept: it moves no call. */
export function LembreteLinha({ children }: { children: ReactNode }) {
  useLembretesAtuais()
  const lembretes = useLembretes()
  const vencidos = useVencidos(lembretes)
  const { asked, menu, button } = useMenuBotao(LembretesMenu.prepare, 'dialog')
  const [first] = lembretes
  // Only the day for another year: the place is narrow.
  const proximo = useAtServerTime((now) => (first ? momento(first.quando, now).replace(/(\/\d{4}) .*/, '$1') : ''))
  const vencido = vencidos > 0
  // The second click of a double click was not meant for the next reminder.
  const { guard, aviso } = useRecusaAfter(vencido && first ? String(first.id) : '')
  const staying = useFocusStays()
  return (
    <div className={classes.linha}>
      {children}
      <div {...staying} className={classes.lugar} data-lembrete>
        <VisuallyHidden role="status">{vencido && first ? `Lembrete: ${first.palavras}` : ''}</VisuallyHidden>
        <Button
          size="compact-sm"
          variant={vencido ? 'light' : 'subtle'}
          color={vencido ? 'red' : 'gray'}
          className={classes.botao}
          aria-label={
            vencido ? `Lembretes, ${contagem(vencidos, 'vencido', 'vencidos')}` : `Lembretes: ${lembretes.length}`
          }
          title={first?.palavras}
          {...button}
        >
          <IconAlarm size={16} aria-hidden />
          <span className={`${classes.proximo} algarismos`}>
            {vencido && vencidos}
            <span className={classes.longo}>{vencido ? (vencidos === 1 ? ' vencido' : ' vencidos') : proximo}</span>
          </span>
        </Button>
        <div {...guard} className={classes.primeiro}>
          {vencido && first && (
            <>
              <span className={classes.texto} title={first.palavras}>
                <Text span size="sm" fw={600}>
                  {first.palavras}
                </Text>
                <Sobre lembrete={first} />
              </span>
              <Atos key={first.id} lembrete={first} vencido />
            </>
          )}
        </div>
      </div>
      {aviso}
      {asked && <LembretesMenu {...menu} />}
    </div>
  )
}
