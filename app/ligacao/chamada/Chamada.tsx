import { Text, Title, UnstyledButton } from '@mantine/core'
import {
  type FocusEvent,
  type FormEvent,
  type MouseEvent,
  memo,
  type RefObject,
  useCallback,
  useDeferredValue,
  useLayoutEffect,
  useRef,
} from 'react'
import type { Ligacao } from '#server/ligacao/wire/ligacao'
import { SituacaoFaixa } from '../../cliente/Situacao.tsx'
import { FailureAlert } from '../../ui/feedback.tsx'
import { mayRecover } from '../../ui/network/request.ts'
import { outcomeOf } from '../faixa/ending.ts'
import { nomeDe, tituloDe } from '../fila/ligacoes.ts'
import { useLigacao, useMesa, useReportShown } from '../fila/useMesa.ts'
import { Andamento, ToquePulso } from './Andamento.tsx'
import { Botoes } from './Botoes.tsx'
import { ContextoDaChamada } from './ContextoDaChamada.tsx'
import classes from './chamada.module.css'
import { Fantasma } from './Fantasma.tsx'
import { Fatos, Parametros } from './Fatos.tsx'
import { useFase, useLastOpen } from './faseDaChamada.ts'
import { Passo } from './Passo.tsx'
import { Resumo } from './Resumo.tsx'
import { useHeldSearch } from './useHeldSearch.ts'
import { useLigacaoActions } from './useLigacaoActions.ts'
import { useNextStepFocus } from './useNextStepFocus.ts'

interface Props {
  id: string
  /** Its place in the queue, from 1. */
  linha: number
  /** Whether it is the active call, which is wide beside the queue. */
  ativa: boolean
  /** Whether it offers to tidy the queue once it is over. */
  tidies: boolean
}

/**
 * One call: a card of the queue, or wide beside it. Both are one element, so typed words and the focus survive the
 * change. When over, it becomes a ghost, unless the agent types in it.
 */
export const Chamada = memo(function Chamada({ id, linha, ativa, tidies }: Props) {
  const janela = useRef<HTMLElement>(null)
  const { ligacao, aberta } = useLigacao(id)
  const shown = useLastOpen(ligacao, aberta)
  const fase = useFase(janela, ligacao, aberta)
  const busca = useHeldSearch(janela, shown)
  const actions = useLigacaoActions(id, busca.onAct)
  useNextStepFocus(janela, shown, ativa && aberta)
  const choose = useChoice(janela, id, ativa)
  useReportShown(aberta ? ligacao : undefined)
  // A customer's context is most of the drawing, so it comes one frame after the caller and the next step.
  const inteira = useDeferredValue(true, busca.cliente === null)
  if (!ligacao || !shown) return null

  const nome = nomeDe(shown)
  const presa = fase.is === 'presa'
  const props = {
    // Only a live call is a landmark.
    'aria-label': fase.is === 'viva' ? tituloDe(shown) : presa ? keptName(shown) : undefined,
    onClick: (event: MouseEvent) => {
      if (!ativa && event.target instanceof Element && !event.target.closest('button, a')) choose()
    },
    onInput: (event: FormEvent) => {
      if (!ativa && event.target instanceof HTMLInputElement) choose()
    },
    onBlur: (event: FocusEvent<HTMLElement>) => {
      fase.onBlur(event)
      busca.onBlur(event)
    },
  }
  return (
    <section
      ref={janela}
      {...props}
      tabIndex={-1}
      className={`${classes.chamada} ${ativa ? classes.larga : classes.carta}`}
      style={{ '--linha': linha }}
      data-ligacao={id}
      data-zona={ativa ? 'ativa' : 'fila'}
      data-ativa={ativa || undefined}
      data-fase={fase.is}
    >
      {fase.is === 'viva' && (
        <ToquePulso tocada_em={shown.tocada_em} calado={shown.atendida_em !== null || shown.incerta} />
      )}
      {fase.is === 'fantasma' && <Fantasma ligacao={ligacao} actions={actions} ativa={ativa} tidies={tidies} />}
      <div className={classes.corpo} data-com-cliente={busca.cliente !== null || undefined}>
        <Nome nome={nome} ativa={ativa} onChoose={choose} />
        <Botoes
          ligacao={shown}
          ativa={ativa}
          encerrada={!aberta}
          identificada={busca.cliente !== null}
          actions={actions}
        />
        {ativa && busca.cliente && (
          <div className={classes.faixa}>
            <SituacaoFaixa servicos={busca.cliente.servicos} />
          </div>
        )}
        <Passo
          id={id}
          cliente={busca.cliente}
          candidatos={busca.candidatos}
          atendimento={shown.atendimento}
          ativa={ativa}
          encerrada={!aberta}
          actions={actions}
          onChoose={choose}
        />
        {!ativa && shown.cliente && <Resumo servicos={shown.cliente.servicos} />}
        <Fatos ligacao={shown} ativa={ativa} />
        <div className={classes.situacao}>
          {presa ? (
            <Text role="status" size="sm" truncate c="var(--mantine-color-error)" title={outcomeOf(ligacao).frase}>
              {outcomeOf(ligacao).curto}
            </Text>
          ) : (
            <Andamento ligacao={shown} />
          )}
        </div>
        {ativa && !inteira && <div className={classes.porVir} />}
        {ativa && inteira && (
          <div className={classes.contexto}>
            {actions.error && fase.is !== 'fantasma' && (
              <FailureAlert error={actions.error} {...(mayRecover(actions.error) && { onRetry: actions.retry })} />
            )}
            <ContextoDaChamada
              id={id}
              cliente={busca.cliente}
              espera={aberta && shown.atendida_em === null}
              comAtendimento={shown.atendimento !== null}
              run={actions.run}
            />
            <Parametros params={shown.ligacao_params} />
          </div>
        )}
        {!ativa && actions.error && (
          <span role="alert" className={classes.erro} title={actions.error.message}>
            {actions.error.message}
          </span>
        )}
      </div>
    </section>
  )
})

const keptName = ({ atendimento, telefone_formatado }: Ligacao) =>
  atendimento ? `Atendimento ${atendimento.protocolo_formatado}` : `Encerrada: ${telefone_formatado}`

/** In the queue the name is the button that makes the call active. */
const Nome = memo(function Nome({ nome, ativa, onChoose }: { nome: string; ativa: boolean; onChoose: () => void }) {
  if (ativa)
    return (
      <Title order={2} className={classes.nome} lineClamp={3} title={nome}>
        {nome}
      </Title>
    )
  return (
    <UnstyledButton className={classes.nome} aria-label={`Passar para ${nome}`} title={nome} onClick={onChoose}>
      {nome}
    </UnstyledButton>
  )
})

/** Where the agent chose this call, here or elsewhere, the focus goes to it. */
function useChoice(janela: RefObject<HTMLElement | null>, id: string, ativa: boolean) {
  const { fila } = useMesa()
  useLayoutEffect(() => {
    if (!ativa || !fila.takeEntered(id)) return
    if (!janela.current?.contains(document.activeElement)) janela.current?.focus({ preventScroll: true })
  }, [janela, ativa, fila, id])
  return useCallback(() => fila.enter(id), [fila, id])
}
