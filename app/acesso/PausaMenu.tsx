import { Button, Menu, Text } from '@mantine/core'
import { IconCoffee, IconPlayerPlay } from '@tabler/icons-react'
import { motivoPausa } from '#server/acesso/wire'
import { sentenceOf } from '../ui/request.ts'
import { useServerNow } from '../ui/serverClock.tsx'
import classes from './pausa.module.css'
import { motivos, useMudarPausa, usePausa } from './pausaQueries.ts'

/**
 * "Em pausa", with a reason: seen by supervisors, and in sight as long as it lasts, since nothing rings meanwhile. Calls
 * go on appearing, for whom they ring is the exchange's to decide. docs/interface.md: Pauses
 */
export function PausaMenu() {
  const pausa = usePausa()
  const mudar = useMudarPausa()
  return (
    <Menu position="bottom-start" width={250}>
      <Menu.Target>
        <Button
          size="compact-sm"
          variant={pausa ? 'filled' : 'subtle'}
          color={pausa ? '#9c3c00' : 'gray'}
          className={classes.botao}
          leftSection={<IconCoffee size={16} aria-hidden />}
          loading={mudar.isPending}
        >
          {pausa ? (
            <>
              <span className={classes.longo}>Em pausa:&nbsp;</span>
              {motivos[pausa.motivo]}
              <Minutos desde={pausa.desde} />
            </>
          ) : (
            'Pausa'
          )}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {pausa && (
          <Menu.Item leftSection={<IconPlayerPlay size={16} aria-hidden />} onClick={() => mudar.mutate(null)}>
            Encerrar a pausa
          </Menu.Item>
        )}
        <Menu.Label>{pausa ? 'Mudar o motivo' : 'Sem toque e sem avisos; os supervisores veem'}</Menu.Label>
        {motivoPausa.options
          .filter((motivo) => motivo !== pausa?.motivo)
          .map((motivo) => (
            <Menu.Item key={motivo} onClick={() => mudar.mutate(motivo)}>
              {motivos[motivo]}
            </Menu.Item>
          ))}
        {mudar.error && (
          <Text role="alert" size="xs" px="sm" py={4} c="var(--mantine-color-error)">
            {sentenceOf(mudar.error)}
          </Text>
        )}
      </Menu.Dropdown>
    </Menu>
  )
}

/** Since when, in whole minutes: a clock that ticks would draw the eye all day. */
export function Minutos({ desde }: { desde: string }) {
  const minutos = Math.max(0, Math.floor((useServerNow() - Date.parse(desde)) / 60_000))
  const horas = Math.floor(minutos / 60)
  return (
    <time dateTime={desde} className={`${classes.minutos} algarismos`}>
      {horas > 0 ? `${horas} h ${String(minutos % 60).padStart(2, '0')} min` : `${minutos} min`}
    </time>
  )
}
