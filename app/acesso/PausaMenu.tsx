import { Alert, Button } from '@mantine/core'
import { IconCoffee } from '@tabler/icons-react'
import { sentenceOf } from '../ui/network/request.ts'
import { useServerNow } from '../ui/network/serverClock.tsx'
import { fetchedLater } from '../ui/parts/fetchedLater.tsx'
import { useMenuBotao } from '../ui/parts/useMenuBotao.tsx'
import classes from './pausa.module.css'
import { useChangePausa, usePausa } from './pausaQueries.ts'

const PausaEscolhas = fetchedLater(() => import('./PausaEscolhas.tsx').then((module) => module.PausaEscolhas))

/**
 * "Em pausa", with a reason. Supervisors see it, and it stays in sight because nothing rings meanwhile. Calls still
 * appear: the exchange decides whom they ring. docs/interface.md: Pauses
 */
export function PausaMenu() {
  const pausa = usePausa()
  const change = useChangePausa()
  const { asked, menu, button } = useMenuBotao(PausaEscolhas.prepare)
  return (
    <>
      <Button
        size="compact-sm"
        variant={pausa ? 'filled' : 'subtle'}
        color={pausa ? '#9c3c00' : 'gray'}
        className={classes.botao}
        leftSection={<IconCoffee size={16} aria-hidden />}
        loading={change.isPending}
        {...button}
      >
        {pausa ? (
          <>
            <span className={classes.emPausa}>Em pausa:&nbsp;</span>
            <span className={classes.nomeMotivo}>{pausa.nome}</span>
            <Minutos desde={pausa.desde} />
          </>
        ) : (
          <span className={classes.palavra}>Pausa</span>
        )}
      </Button>
      {asked && <PausaEscolhas {...menu} pausa={pausa} onPick={change.mutate} />}
      {change.error && (
        <div className={classes.recusa}>
          <Alert
            color="red"
            role="alert"
            p="xs"
            withCloseButton
            closeButtonLabel="Fechar o aviso"
            onClose={change.reset}
          >
            A pausa ficou como estava. {sentenceOf(change.error)}
          </Alert>
        </div>
      )}
    </>
  )
}

/** Whole minutes only: a clock that changes every second would distract all day. */
export function Minutos({ desde }: { desde: string }) {
  const minutos = Math.max(0, Math.floor((useServerNow() - Date.parse(desde)) / 60_000))
  const horas = Math.floor(minutos / 60)
  return (
    <time dateTime={desde} className={`${classes.minutos} algarismos`}>
      {horas > 0 ? `${horas} h ${String(minutos % 60).padStart(2, '0')} min` : `${minutos} min`}
    </time>
  )
}
