import { Anchor, Button, Group, Title } from '@mantine/core'
import Link from 'next/link'
import { useId } from 'react'
import { eDaSupervisao } from '#server/acesso/rules/supervisao'
import type { Lembrete } from '#server/lembrete/wire'
import { useUsuario } from '../acesso/Usuario.tsx'
import { FailureText } from '../ui/feedback.tsx'
import { momento } from '../ui/momento.ts'
import { useAtServerTime } from '../ui/network/serverClock.tsx'
import { useFocusStays } from '../ui/parts/useFocusStays.ts'
import { useRecusaAfter } from '../ui/parts/useRecusa.tsx'
import { Sub } from '../ui/Sub.tsx'
import classes from './lembrete.module.css'
import { useChangeLembretes, useLembretes, useVencidos } from './lembreteQueries.ts'
import { NovoLembrete } from './NovoLembrete.tsx'

/** A quiet list beside the open tickets. */
export function LembretesNaMesa() {
  const heading = useId()
  const lembretes = useLembretes()
  return (
    <section {...useFocusStays()} aria-labelledby={heading}>
      <Group gap="xs">
        <Title order={2} size="h5" id={heading}>
          Lembretes
        </Title>
        <NovoLembrete />
      </Group>
      <LembretesLista lembretes={lembretes} />
    </section>
  )
}

export function LembretesLista({ lembretes }: { lembretes: Lembrete[] }) {
  const vencidos = useVencidos(lembretes)
  const { guard, aviso } = useRecusaAfter(lembretes.map(({ id }) => id).join())
  if (lembretes.length === 0) return null
  return (
    <>
      <ul {...guard} className={classes.lista}>
        {lembretes.map((each, at) => (
          <li key={each.id} data-vencido={at < vencidos || undefined}>
            <Hora lembrete={each} />
            <span className={classes.palavras}>
              {each.palavras}
              <Sobre lembrete={each} />
            </span>
            <Atos lembrete={each} vencido={at < vencidos} />
          </li>
        ))}
      </ul>
      {aviso}
    </>
  )
}

const Hora = ({ lembrete: { quando } }: { lembrete: Lembrete }) => (
  <time dateTime={quando} className={`${classes.hora} algarismos`}>
    {useAtServerTime((now) => momento(quando, now))}
  </time>
)

/** The link to what the reminder is about: the customer's page for supervisors, the ticket for agents. */
export function Sobre({ lembrete: { atendimento, cliente } }: { lembrete: Lembrete }) {
  const { papel } = useUsuario()
  const aberta = eDaSupervisao(papel) && cliente
  const href = aberta ? `/clientes/${cliente.id_cliente}` : atendimento && `/atendimentos?atendimento=${atendimento.id}`
  const nome = cliente?.nome_razaosocial ?? atendimento?.protocolo_formatado
  if (!nome) return null
  return href ? (
    <Anchor component={Link} href={href} prefetch={false} size="sm" className={classes.sobre} title={nome}>
      {nome}
    </Anchor>
  ) : (
    <Sub span className={classes.sobre}>
      {nome}
    </Sub>
  )
}

export function Atos({ lembrete: { id, palavras }, vencido }: { lembrete: Lembrete; vencido: boolean }) {
  const { mutate, isPending, error } = useChangeLembretes()
  return (
    <span className={classes.atos}>
      {error && (
        <FailureText span size="xs" title={error.message}>
          Não salvo
        </FailureText>
      )}
      <Button
        size="compact-sm"
        variant="default"
        aria-disabled={isPending}
        aria-label={`Feito: ${palavras}`}
        onClick={() => mutate({ acao: 'feito', id })}
      >
        Feito
      </Button>
      {/* Keeps its place while the reminder is not due, so that "Feito" does not move. */}
      <Button
        size="compact-sm"
        variant="subtle"
        aria-disabled={isPending}
        style={vencido ? undefined : { visibility: 'hidden' }}
        title="Adiar 10 min"
        aria-label={`Adiar 10 min: ${palavras}`}
        onClick={() => mutate({ acao: 'adiar', id })}
      >
        Adiar
      </Button>
    </span>
  )
}
