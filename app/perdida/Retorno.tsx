import { Anchor, Button, Group, Text } from '@mantine/core'
import { IconPhoneOutgoing } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { eDaSupervisao } from '#server/acesso/rules/supervisao'
import type { Perdida } from '#server/perdida/wire'
import { ClienteNome } from '../acesso/ClienteNome.tsx'
import { useUsuario } from '../acesso/Usuario.tsx'
import { discado } from '../ui/format.ts'
import { momento } from '../ui/momento.ts'
import { serverNow } from '../ui/network/serverClock.tsx'
import { useRecusaAfter } from '../ui/parts/useRecusa.tsx'
import classes from './perdidas.module.css'

export type Chamador = Pick<Perdida, 'id' | 'chamador' | 'telefone' | 'telefone_formatado' | 'cliente' | 'assumida'>

export const nomeDe = ({ cliente, telefone_formatado }: Chamador) => cliente?.nome_razaosocial ?? telefone_formatado

export function Quem({ chamador: { cliente, telefone, telefone_formatado } }: { chamador: Chamador }) {
  const numero = telefone && discado(telefone)
  return (
    <div className={classes.quem}>
      {cliente && (
        <Text fw={600} size="sm" lineClamp={2} style={{ overflowWrap: 'anywhere' }}>
          <ClienteNome cliente={cliente} className={classes.nome} />
        </Text>
      )}
      {numero ? (
        <Anchor href={`tel:${numero}`} size="sm" fw={cliente ? 400 : 600} className={classes.telefone}>
          <IconPhoneOutgoing size={16} aria-hidden />
          {telefone_formatado}
        </Anchor>
      ) : (
        <Text size="sm" fw={600}>
          {telefone_formatado}
        </Text>
      )}
    </div>
  )
}

/** The buttons of a row that `state` describes. A click right after they changed was meant for those before. */
export function Firme({ state, children }: { state: string; children: ReactNode }) {
  const { guard, aviso } = useRecusaAfter(state)
  return (
    <div {...guard}>
      {children}
      {aviso}
    </div>
  )
}

export const stateOf = ({ assumida }: Chamador) => `open ${assumida?.usuario.usuario ?? ''}`

/** What can be done from the row of a caller. */
export interface Atos {
  /** Whether an action of this caller's row is under way. */
  underWay: (action: 'take' | 'settle' | 'reopen', id: string) => boolean
  take: (chamador: Chamador, giveBack: boolean) => void
  reopen: (chamador: Chamador) => void
  /**
   * The id of the call that was settled last, if it was a single one: its row offers "Reabrir" for the focus before the
   * list of settled calls comes.
   */
  settled: string | undefined
}

/** Looks disabled, but keeps the focus: the row keeps its place while it has it. */
export const busyProps = (busy: boolean) => ({ 'data-disabled': busy || undefined, 'aria-disabled': busy || undefined })

interface AcoesProps {
  chamador: Chamador
  atos: Atos
  onSettle: () => void
}

/** The buttons keep their places, whoever took the call. */
export function Acoes({ chamador, atos: { underWay, take }, onSettle }: AcoesProps) {
  const eu = useUsuario()
  const { assumida } = chamador
  const mine = assumida?.usuario.usuario === eu.usuario
  const de = `: ${nomeDe(chamador)}`
  return (
    <Group gap="xs" wrap="nowrap" className={classes.acoes}>
      <div className={classes.dono}>
        {assumida && (
          <Text size="sm" lineClamp={2}>
            {mine ? 'Com você' : `Com ${assumida.usuario.nome}`}, {momento(assumida.em, serverNow())}
          </Text>
        )}
      </div>
      {assumida && !mine && !eDaSupervisao(eu.papel) ? (
        <span className={classes.botao} />
      ) : (
        <Button
          className={classes.botao}
          size="compact-sm"
          variant="default"
          aria-label={`${assumida ? 'Devolver' : 'Assumir'}${de}`}
          {...busyProps(underWay('take', chamador.id))}
          onClick={() => take(chamador, assumida !== null)}
        >
          {assumida ? 'Devolver' : 'Assumir'}
        </Button>
      )}
      <Button
        className={classes.botao}
        size="compact-sm"
        variant="subtle"
        aria-label={`Resolvida${de}`}
        {...busyProps(underWay('settle', chamador.id))}
        onClick={onSettle}
      >
        Resolvida
      </Button>
    </Group>
  )
}
