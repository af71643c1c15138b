import { Button, Text } from '@mantine/core'
import type { Ligacao } from '#server/ligacao/wire/ligacao'
import { Caiu } from './Caiu.tsx'
import classes from './chamada.module.css'
import { desfaz, fechadaPorMim, oQueFazer, oQueHouve, podeTerCaido } from './desfecho.ts'
import type { LigacaoActions } from './useLigacaoActions.ts'

/**
 * What stands in the place of a call that is over, for a moment and for as long as the hand is there. "Desfazer" stands
 * where a living call has its name, so that no click meant for a living call's buttons hits it.
 */
export function Fantasma({ ligacao, actions: { run, pending, error } }: { ligacao: Ligacao; actions: LigacaoActions }) {
  const minha = fechadaPorMim(ligacao)
  const resto = oQueFazer(ligacao)
  return (
    <div className={classes.fantasma}>
      {desfaz(ligacao) && (
        <Button
          size="compact-sm"
          variant="default"
          data-acao="reabrir"
          loading={pending === 'reabrir'}
          onClick={() => run({ acao: 'reabrir' })}
        >
          Desfazer
        </Button>
      )}
      {minha && podeTerCaido(ligacao) && <Caiu id={ligacao.id} />}
      <Text size="sm" fw={600} {...(minha && { role: 'status' })}>
        {oQueHouve(ligacao)}
      </Text>
      {resto && (
        <Text size="sm" c="dimmed">
          {resto}
        </Text>
      )}
      {desfaz(ligacao) && error && (
        <Text size="sm" role="alert" c="var(--mantine-color-error)">
          {error.message}
        </Text>
      )}
    </div>
  )
}
