import { Button } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import { memo } from 'react'
import type { Ligacao } from '#server/ligacao/wire/ligacao'
import { useRecusaAfter } from '../../ui/parts/useRecusa.tsx'
import { useFromAbertas } from '../fila/useMesa.ts'
import { Concluir } from './Concluir.tsx'
import classes from './chamada.module.css'
import type { LigacaoActions } from './useLigacaoActions.ts'

interface Props {
  ligacao: Ligacao
  ativa: boolean
  encerrada: boolean
  /** The customer is known: opening the ticket is the next step. */
  identificada: boolean
  actions: LigacaoActions
}

/** The buttons of a call. On the whole screen only one button at a time is filled. */
export const Botoes = memo(function Botoes({ ligacao, ativa, encerrada, identificada, actions }: Props) {
  const { run, pending } = actions
  const { id, atendimento, atendida_em } = ligacao
  const outraToca = useFromAbertas((abertas) => abertas.some((each) => each.atendida_em === null && each.id !== id))
  // "Concluir" takes the place of "Abrir atendimento". Keys still act: they go to the focus, which the agent moved.
  const { guard, aviso } = useRecusaAfter(`${atendimento?.id}`, () => document.activeElement)
  const close = (
    <Button
      variant={ativa ? 'default' : 'subtle'}
      color={ativa ? undefined : 'gray'}
      size={ativa ? 'sm' : 'compact-xs'}
      disabled={encerrada}
      aria-label="Fechar chamada"
      // While an action is under way, the shortcut's letter must not queue a close behind it.
      data-acao={pending.length > 0 ? undefined : 'fechar'}
      title={ativa ? undefined : 'Fechar chamada'}
      loading={pending.includes('fechar')}
      onClick={() => run({ acao: 'fechar' })}
    >
      {ativa ? (
        <>
          Fechar<span className={classes.inteiro}>&nbsp;chamada</span>
        </>
      ) : (
        <IconX size={16} aria-hidden />
      )}
    </Button>
  )
  // The letter z clicks the button that restores the call closed last (`perform` in Atalhos.tsx). While the close is under
  // way no such button is on the screen, and this one stands in for it. "agora" sorts after every instant.
  const undo = pending.includes('fechar') && (
    <button
      type="button"
      hidden
      data-acao="reabrir"
      data-encerrada="1 agora"
      onClick={() => run({ acao: 'reabrir' })}
    />
  )
  if (!ativa)
    return (
      <div className={classes.botoes}>
        {close}
        {undo}
      </div>
    )
  // An attended call leaves the filled button to a call that rings. While this call rings, the header leaves it here.
  const quiet = atendida_em !== null && outraToca
  return (
    <div className={classes.botoes}>
      <span {...guard} data-passo={atendimento ? undefined : true}>
        {atendimento ? (
          <Concluir
            atendimento={atendimento}
            disabled={encerrada}
            quiet={quiet}
            onConcluded={() => run({ acao: 'fechar' })}
          />
        ) : (
          <Button
            data-proximo-passo={identificada || undefined}
            variant={quiet ? 'outline' : 'filled'}
            disabled={encerrada}
            loading={pending.includes('abrir')}
            onClick={() => run({ acao: 'abrir' })}
          >
            Abrir atendimento
          </Button>
        )}
      </span>
      {/* Shown first in the row, which ends at the right edge, so that nothing takes its place when it goes. For the
          Tab key, the next step comes first. */}
      {atendida_em === null && (
        <Button
          className={classes.atendi}
          variant="default"
          disabled={encerrada}
          loading={pending.includes('atender')}
          onClick={() => run({ acao: 'atender' })}
        >
          Atendi
        </Button>
      )}
      {close}
      {undo}
      {aviso}
    </div>
  )
})
