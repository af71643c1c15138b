import { Collapse, Group, Paper, Text, Title, UnstyledButton } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconChevronDown, IconChevronRight } from '@tabler/icons-react'
import { useId, useRef } from 'react'
import type { Caida } from '#server/perdida/wire'
import { dimmed, FailureAlert } from '../ui/feedback.tsx'
import { duracao, inteiro } from '../ui/format.ts'
import { decorrido, useServerNow } from '../ui/network/serverClock.tsx'
import { useFocusStays } from '../ui/parts/useFocusStays.ts'
import { Sub } from '../ui/Sub.tsx'
import classes from './perdidas.module.css'
import { Acoes, type Atos, type Chamador, Firme, Quem, stateOf } from './Retorno.tsx'
import type { SteadyRow } from './steadyRows.ts'

interface Props {
  rows: SteadyRow<Caida>[]
  /** The rows are those of another filter. */
  desatualizada: boolean
  error: Error | null
  onRetry: () => void
  todas: boolean
  atos: Atos
  onSettle: (chamador: Chamador) => void
}

/** Dropped calls with the time left to call back; those that are late are folded away. */
export function Caidas({ rows, desatualizada, error, onRetry, ...props }: Props) {
  const heading = useId()
  const staying = useFocusStays()
  const now = useServerNow()
  const [opened, { toggle }] = useDisclosure(false)
  // Decided when a call is first seen: it does not move when its time is over.
  const late = useRef(new Map<string, boolean>())
  for (const { key, row } of rows) if (!late.current.has(key)) late.current.set(key, Date.parse(row.prazo_em) <= now)
  const running = rows.filter(({ key }) => late.current.get(key) === false)
  const over = rows.filter(({ key }) => late.current.get(key) === true)
  if (rows.length === 0 && !error) return null
  const linha = ({ key, ...each }: SteadyRow<Caida>) => <Linha key={key} {...each} {...props} now={now} />
  return (
    <Paper
      component="section"
      aria-labelledby={heading}
      withBorder
      className={classes.caidas}
      {...staying}
      {...dimmed(desatualizada)}
    >
      <Title order={2} size="h4" id={heading} p="sm" pb={4}>
        Caíram em conversa
      </Title>
      <Sub px="sm" pb="xs">
        A conversa foi interrompida. O retorno cabe em 3 minutos.
      </Sub>
      {error && <FailureAlert error={error} onRetry={onRetry} />}
      <ul>{running.map(linha)}</ul>
      {over.length > 0 && (
        <>
          <UnstyledButton onClick={toggle} aria-expanded={opened} px="sm" py={6} w="100%">
            <Group gap={6}>
              {opened ? <IconChevronDown size={16} aria-hidden /> : <IconChevronRight size={16} aria-hidden />}
              <Text size="sm">{inteiro(over.length)} com o prazo vencido</Text>
            </Group>
          </UnstyledButton>
          <Collapse expanded={opened}>
            <ul>{over.map(linha)}</ul>
          </Collapse>
        </>
      )}
    </Paper>
  )
}

type LinhaProps = Omit<Props, 'rows' | 'desatualizada' | 'error' | 'onRetry'> &
  Omit<SteadyRow<Caida>, 'key'> & { now: number }

function Linha({ row, gone, now, todas, atos, onSettle }: LinhaProps) {
  const left = Date.parse(row.prazo_em) - now
  return (
    <li className={classes.caida} data-gone={gone || undefined}>
      <div>
        {left > 0 ? (
          <Text
            role="timer"
            fw={700}
            fz={22}
            className="algarismos"
            c={left < 60_000 ? 'var(--mantine-color-error)' : undefined}
          >
            {duracao(Math.ceil(left / 1_000))}
          </Text>
        ) : (
          <Text size="sm" className="algarismos" c="var(--mantine-color-error)">
            Prazo vencido
          </Text>
        )}
        <Sub className="algarismos">caiu {decorrido(Date.parse(row.caida_em), now)}</Sub>
      </div>
      <Quem chamador={row} />
      <Sub className={classes.detalhe}>
        {[todas && `com ${row.usuario.nome}`, row.protocolo_formatado && `protocolo ${row.protocolo_formatado}`]
          .filter(Boolean)
          .join(' · ')}
      </Sub>
      <Firme state={gone ? 'gone' : stateOf(row)}>
        {gone ? <Sub>Resolvida</Sub> : <Acoes chamador={row} atos={atos} onSettle={() => onSettle(row)} />}
      </Firme>
    </li>
  )
}
