import { Button, Text } from '@mantine/core'
import { useRouter } from 'next/navigation'
import { useLayoutEffect } from 'react'
import { createPortal } from 'react-dom'
import { FailureText } from '../../ui/feedback.tsx'
import { contagem } from '../../ui/format.ts'
import { dressLikePage } from '../../ui/janelaFlutuante.ts'
import { Andamento } from '../chamada/Andamento.tsx'
import { useLastOpen } from '../chamada/faseDaChamada.ts'
import { useLigacaoActions } from '../chamada/useLigacaoActions.ts'
import { outcomeOf } from '../faixa/ending.ts'
import { nomeDe, telefoneAoLado, tituloDe } from '../fila/ligacoes.ts'
import { useAbertas, useFila, useLigacao, useMesa } from '../fila/useMesa.ts'
import { ConexaoIndicador, useConexao } from '../linha/Conexao.tsx'
import classes from './flutuante.module.css'
import { useHeldCall } from './useHeldCall.ts'

/** The active call in a small window that stays above all other windows. */
export function Flutuante({ janela }: { janela: Window }) {
  useLayoutEffect(() => dressLikePage(janela), [janela])
  return createPortal(<Mesinha />, janela.document.body)
}

function Mesinha() {
  const { conexao } = useConexao()
  const { ativa } = useFila()
  const { id, guarded, aviso } = useHeldCall<HTMLElement>(ativa)
  return (
    <main {...guarded} className={classes.mesinha} aria-label="Chamada em curso">
      {id ? (
        <Chamada key={id} id={id} />
      ) : (
        <Text c="dimmed" className={classes.vazia}>
          Nenhuma chamada
        </Text>
      )}
      <div className={classes.rodape}>{conexao === 'ativa' ? <Outras exceto={id} /> : <ConexaoIndicador />}</div>
      {aviso}
    </main>
  )
}

function Chamada({ id }: { id: string }) {
  const router = useRouter()
  const { fila } = useMesa()
  const { ligacao, aberta } = useLigacao(id)
  const shown = useLastOpen(ligacao, aberta)
  const { run, pending, error } = useLigacaoActions(id)
  if (!ligacao || !shown) return null
  const { atendida_em, atendimento } = shown
  const nome = nomeDe(shown)
  const show = () => {
    fila.enter(id)
    router.push('/painel')
    window.focus()
  }
  return (
    <section className={classes.chamada} aria-label={tituloDe(shown)}>
      <h1 className={classes.nome} title={nome}>
        {nome}
      </h1>
      <div className={`${classes.telefone} algarismos`}>{telefoneAoLado(shown)}</div>
      <div className={classes.situacao}>
        {aberta ? (
          <Andamento ligacao={shown} />
        ) : (
          <Text role="status" size="sm" truncate title={outcomeOf(ligacao).frase}>
            {outcomeOf(ligacao).curto}
          </Text>
        )}
      </div>
      {/* Each button has a place of its own, so the second click of a double click does nothing. */}
      <div className={classes.botoes}>
        <Button
          size="compact-sm"
          disabled={!aberta || atendida_em !== null}
          loading={pending.includes('atender')}
          onClick={() => run({ acao: 'atender' })}
        >
          Atendi
        </Button>
        {atendimento ? (
          <span className={`${classes.protocolo} algarismos`}>{atendimento.protocolo_formatado}</span>
        ) : (
          <Button
            size="compact-sm"
            variant="default"
            disabled={!aberta}
            loading={pending.includes('abrir')}
            onClick={() => run({ acao: 'abrir' })}
          >
            Abrir atendimento
          </Button>
        )}
        <Button size="compact-sm" variant="subtle" onClick={show}>
          Ir à mesa
        </Button>
      </div>
      {error && (
        <FailureText size="xs" truncate title={error.message}>
          {error.message}
        </FailureText>
      )}
    </section>
  )
}

/** The other calls, as text only: they come and go, so they must not be buttons. */
function Outras({ exceto }: { exceto: string | null }) {
  const outras = useAbertas().filter(({ id }) => id !== exceto)
  const espera = outras.filter(({ atendida_em }) => atendida_em === null)
  const [ultima] = espera.toSorted((a, b) => b.tocada_em.localeCompare(a.tocada_em))
  if (!ultima) return outras.length > 0 ? `Mais ${contagem(outras.length, 'chamada aberta', 'chamadas abertas')}` : null
  const mais = espera.length - 1
  return `Na fila: ${nomeDe(ultima)}${mais > 0 ? ` e mais ${mais}` : ''}`
}
