import { Button, Code, Collapse, Paper, Stack, Text, Title } from '@mantine/core'
import { useDisclosure, useId } from '@mantine/hooks'
import { IconChevronDown, IconChevronRight } from '@tabler/icons-react'
import { type RefObject, useEffect, useRef } from 'react'
import type { Ligacao } from '#server/ligacao/wire/ligacao'
import { FailureAlert } from '../ui/feedback.tsx'
import { HaQuantoTempo, useServerNow } from '../ui/serverClock.tsx'
import { LigacaoCliente } from './LigacaoCliente.tsx'
import { useLigacoes } from './LigacoesProvider.tsx'
import { tituloDe } from './ligacoes.ts'
import classes from './painel.module.css'
import { isRinging } from './Toque.tsx'
import { type LigacaoAction, useLigacaoActions } from './useLigacaoActions.ts'

/** One call's window. */
export function LigacaoJanela({ ligacao }: { ligacao: Ligacao }) {
  const janela = useRef<HTMLElement>(null)
  const took = useNextStepFocus(janela, `${ligacao.cliente?.id_cliente}:${ligacao.atendimento?.id}`)
  const actions = useLigacaoActions(ligacao, took)
  useReportShown(ligacao)
  return (
    <Paper
      component="section"
      ref={janela}
      aria-label={tituloDe(ligacao)}
      withBorder
      shadow="sm"
      p="md"
      className={classes.janela}
      data-ligacao={ligacao.id}
    >
      <ToquePulso ligacao={ligacao} />
      <Stack gap="sm">
        <Cabecalho ligacao={ligacao} close={actions.close} />
        <Fatos ligacao={ligacao} />
        {actions.error && <FailureAlert error={actions.error} onRetry={actions.retry} />}
        <LigacaoCliente ligacao={ligacao} actions={actions} />
        <Parametros params={ligacao.ligacao_params} />
      </Stack>
    </Paper>
  )
}

function Cabecalho({ ligacao, close }: { ligacao: Ligacao; close: LigacaoAction }) {
  return (
    <div className={classes.cabecalho}>
      <Title order={2} size="h3" className="algarismos" lh={1.2}>
        <span className={classes.sobretitulo}>Chamada de </span>
        <span className={classes.numero}>{ligacao.telefone_formatado}</span>
      </Title>
      <Text size="sm" c="dimmed">
        <HaQuantoTempo instante={ligacao.notificada_em} />
      </Text>
      <Button
        variant="default"
        size="xs"
        className={classes.fechar}
        loading={close.pending}
        onClick={() => close.run()}
      >
        Fechar chamada
      </Button>
    </div>
  )
}

/** What the exchange told: spec, "What the service does", 1. */
function Fatos({ ligacao }: { ligacao: Ligacao }) {
  return (
    <dl className={`${classes.fatos} algarismos`}>
      <Fato termo="Ramal" valor={ligacao.ramal} />
      <Fato termo="Identificador interno" valor={ligacao.identificador_interno} />
      <Fato termo="Telefone" valor={ligacao.telefone_formatado} />
    </dl>
  )
}

function Fato({ termo, valor }: { termo: string; valor: string | null }) {
  return (
    <div>
      <dt>{termo}</dt>
      <dd>{valor ?? '—'}</dd>
    </div>
  )
}

/** `ligacao_params` as plain text, out of the way until asked for. */
function Parametros({ params }: { params: Record<string, unknown> | null }) {
  const [opened, { toggle }] = useDisclosure(false)
  const id = useId()
  if (!params || Object.keys(params).length === 0) return null
  const Icon = opened ? IconChevronDown : IconChevronRight
  return (
    <div>
      <Button
        variant="subtle"
        size="compact-sm"
        ml={-8}
        leftSection={<Icon size={16} aria-hidden />}
        aria-expanded={opened}
        aria-controls={id}
        onClick={toggle}
      >
        Parâmetros da ligação
      </Button>
      <Collapse expanded={opened} id={id}>
        <Code
          block
          mah={240}
          style={{ overflow: 'auto', whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}
          tabIndex={0}
        >
          {Object.entries(params).map(([name, value]) => `${name}: ${asText(value)}\n`)}
        </Code>
      </Collapse>
    </div>
  )
}

const asText = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value, null, 2))

/** A gentle pulse around a window that rings; a new ring begins it anew. */
function ToquePulso({ ligacao }: { ligacao: Ligacao }) {
  useServerNow()
  return (
    <span
      key={ligacao.tocada_em}
      aria-hidden
      className={classes.toque}
      data-tocando={(isRinging(ligacao) && !ligacao.atendimento) || undefined}
    />
  )
}

/**
 * After the agent's own step took the pressed control away (`passo` changed since `took()`), the keyboard goes on at the
 * window's next control, marked `data-proximo-passo`. Never moves a focus that stands elsewhere meanwhile.
 */
function useNextStepFocus(janela: RefObject<HTMLElement | null>, passo: string) {
  const takenAt = useRef<string | null>(null)
  useEffect(() => {
    if (takenAt.current === null || takenAt.current === passo) return
    takenAt.current = null
    const focused = document.activeElement
    const elsewhere = focused !== document.body && !janela.current?.contains(focused)
    if (!elsewhere) janela.current?.querySelector<HTMLElement>('[data-proximo-passo]')?.focus()
  }, [janela, passo])
  return () => {
    takenAt.current = passo
  }
}

/**
 * Reports a window as shown once it is rendered, in a hidden tab too: it rang there and stands there when the agent looks.
 * A window that opens again is another one to the server, so each ring is reported.
 */
function useReportShown({ id, tocada_em }: Ligacao) {
  const { reportShown } = useLigacoes()
  useEffect(() => {
    reportShown(id, tocada_em)
  }, [id, tocada_em, reportShown])
}
