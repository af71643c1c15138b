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

/** What can be done with the call: one filled button at a time, on the whole screen. */
export const Botoes = memo(function Botoes({ ligacao, ativa, encerrada, identificada, actions }: Props) {
  const { run, pending } = actions
  const { id, atendimento, atendida_em } = ligacao
  const outraToca = useFromAbertas((abertas) => abertas.some((each) => each.atendida_em === null && each.id !== id))
  // "Concluir" stands where "Abrir atendimento" did. A key acts on what has the focus, which the agent's own act moved.
  const { guard, aviso } = useRecusaAfter(`${atendimento?.id}`, () => document.activeElement)
  const close = (
    <Button
      variant={ativa ? 'default' : 'subtle'}
      color={ativa ? undefined : 'gray'}
      size={ativa ? 'sm' : 'compact-xs'}
      disabled={encerrada}
      aria-label="Fechar chamada"
      // By its letter a call is not closed behind what is still being done with it.
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
  if (!ativa) return <div className={classes.botoes}>{close}</div>
  // Attended, it leaves the filled one to who rings; ringing, the fixed line leaves it here.
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
      {/* Drawn first, and all at the right edge: nothing comes to its place when it goes. The Tab key has the next step first. */}
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
      {aviso}
    </div>
  )
})
