import { Button, Text } from '@mantine/core'
import { useLayoutEffect, useRef } from 'react'
import type { Ligacao } from '#server/ligacao/wire/ligacao'
import { FailureText } from '../../ui/feedback.tsx'
import { useRecusa } from '../../ui/parts/useRecusa.tsx'
import { Sub } from '../../ui/Sub.tsx'
import { Caiu } from '../faixa/Caiu.tsx'
import { canUndo, mayHaveDropped, outcomeOf, whatRemains } from '../faixa/ending.ts'
import { closedByAgent } from '../fila/ligacoes.ts'
import { useMesa } from '../fila/useMesa.ts'
import classes from './chamada.module.css'
import type { LigacaoActions } from './useLigacaoActions.ts'

interface Props {
  ligacao: Ligacao
  actions: LigacaoActions
  /** Whether it is the active call. */
  ativa: boolean
  /** The queue can be tidied from here. */
  tidies: boolean
}

/**
 * The ghost of a call that is over. "Desfazer" is where a live call has its name, so that no click meant for a live
 * call's other buttons hits it. In the queue the name is a button, too: a click right after somebody else ended the
 * call was meant for that.
 */
export function Fantasma({ ligacao, actions: { run, pending, error }, ativa, tidies }: Props) {
  const minha = closedByAgent(ligacao)
  const resto = whatRemains(ligacao)
  const since = useRef(Number.NEGATIVE_INFINITY)
  useLayoutEffect(() => {
    since.current = performance.now()
  }, [])
  const { guard, aviso } = useRecusa({ shiftedAt: () => (minha || ativa ? Number.NEGATIVE_INFINITY : since.current) })
  return (
    <div className={classes.fantasma} {...guard}>
      {canUndo(ligacao) && (
        <Button
          size="compact-sm"
          variant="default"
          data-acao="reabrir"
          data-encerrada={`${Number(minha)} ${ligacao.encerrada_em}`}
          loading={pending.includes('reabrir')}
          onClick={() => run({ acao: 'reabrir' })}
        >
          Desfazer
        </Button>
      )}
      {minha && mayHaveDropped(ligacao) && <Caiu id={ligacao.id} />}
      {tidies && <TidyButton />}
      <Text size="sm" fw={600} title={outcomeOf(ligacao).frase} {...(minha && { role: 'status' })}>
        {outcomeOf(ligacao).frase}
      </Text>
      {resto && <Sub>{resto}</Sub>}
      {canUndo(ligacao) && error && <FailureText>{error.message}</FailureText>}
      {aviso}
    </div>
  )
}

function TidyButton() {
  const { fila } = useMesa()
  const tidy = () => {
    fila.tidy()
    // The button disappears together with its slot.
    document.getElementById('conteudo')?.focus({ preventScroll: true })
  }
  return (
    <Button size="compact-sm" variant="subtle" title="Tirar da fila o que terminou" onClick={tidy}>
      Arrumar
    </Button>
  )
}
