import { Alert, Group, Stack, Text } from '@mantine/core'
import { IconAlertTriangle, IconCloudCheck, IconCloudUp } from '@tabler/icons-react'
import { type KeyboardEvent, type RefObject, useEffect, useRef, useState } from 'react'
import type { Atendimento } from '#server/ligacao/wire/ligacao'
import { useUsuario } from '../../acesso/Usuario.tsx'
import { NovoLembrete } from '../../lembrete/NovoLembrete.tsx'
import { FailureText } from '../../ui/feedback.tsx'
import { insertAtCursor } from '../../ui/parts/insertAtCursor.ts'
import { TextoLongo } from '../../ui/parts/TextoLongo.tsx'
import { useColegas } from '../atendimentoQueries.ts'
import { EstadoAtendimento } from '../EstadoAtendimento.tsx'
import { Protocolo } from '../protocolo/Protocolo.tsx'
import { CloseAtendimento } from './CloseAtendimento.tsx'
import type { EditorState, Mudanca, Situacao } from './Editor.ts'
import { EditorAlertas } from './EditorAlertas.tsx'
import { useEditor } from './Editores.tsx'
import { ModelosBotao } from './ModelosBotao.tsx'
import { MotivoBotao } from './MotivoBotao.tsx'
import { PassAtendimento } from './PassAtendimento.tsx'

interface Props {
  atendimento: Atendimento
  /** The agent opened it to go on writing: the field takes the focus, with the caret behind the last word. */
  autoFocus?: boolean
}

export function AtendimentoEditor({ atendimento, autoFocus = false }: Props) {
  const { editor, state } = useEditor(atendimento)
  const usuario = useUsuario()
  const palavras = useRef<HTMLTextAreaElement>(null)
  const [closing, setClosing] = useState(false)
  const [passado, setPassado] = useState<Atendimento | null>(null)
  const { base, pendente } = state
  const aberto = base.estado === 'aberto'
  const meu = base.usuario_id === usuario.id
  const mayWrite = aberto && meu
  const mayType = mayWrite && !state.eliminado
  const fechadoFora = useFechadoFora(palavras, state)
  const backToWords = () => palavras.current?.focus()
  const raiz = useRef<HTMLDivElement>(null)
  const close = async (mudanca: Mudanca) => {
    await editor.change(mudanca)
    // The agent must first choose between the two texts, and that alert may be out of view.
    if (editor.state().conflito !== null) raiz.current?.querySelector<HTMLElement>('[data-conflito]')?.focus()
  }
  useEffect(() => {
    const field = palavras.current
    // If the script loads late, it must not take the focus from a field that the agent went to meanwhile.
    if (!autoFocus || !field || document.activeElement?.closest('input, textarea, select, [role="dialog"]')) return
    field.focus()
    field.setSelectionRange(field.value.length, field.value.length)
  }, [autoFocus])
  // Ctrl+Enter in the notes opens the list of outcomes; Enter there takes the one used most, and closes the ticket.
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || !mayWrite) return
    event.preventDefault()
    setClosing(true)
  }
  return (
    <Stack gap="sm" ref={raiz}>
      <Protocolo id={base.id} protocolo={base.protocolo} formatado={base.protocolo_formatado} />
      {!meu && <DeOutro usuarioId={base.usuario_id} aberto={aberto} />}
      <MotivoBotao
        escolhido={pendente.id_motivo === undefined ? base.id_motivo : pendente.id_motivo}
        disabled={!meu}
        onPick={(id_motivo) => void editor.change({ id_motivo })}
      />
      <TextoLongo
        ref={palavras}
        data-proximo-passo
        data-autofocus={autoFocus || undefined}
        label="Anotações do atendimento"
        placeholder="O que o cliente relatou e o que foi feito"
        minRows={3}
        maxRows={14}
        maxLength={20_000}
        value={state.texto}
        readOnly={!mayType}
        aria-keyshortcuts={mayWrite ? 'Control+Enter' : undefined}
        onChange={(event) => editor.type(event.currentTarget.value)}
        onBlur={() => void editor.flush()}
        onKeyDown={onKeyDown}
      />
      <EditorAlertas
        editor={editor}
        state={state}
        meu={meu}
        onRetry={(mudanca) => {
          backToWords()
          void close(mudanca)
        }}
        onDismiss={backToWords}
      />
      <Group justify="space-between" gap="xs" data-rodape>
        <Group gap={0}>
          {mayType && (
            <ModelosBotao
              id={base.id}
              onLeave={backToWords}
              onPick={(texto) => insertAtCursor(palavras.current, texto)}
            />
          )}
          {mayWrite && <NovoLembrete alvo={{ atendimento_id: base.id }} />}
          {(aberto || passado) && (
            <PassAtendimento
              editor={editor}
              atendimento={base}
              passado={passado}
              onPassado={setPassado}
              onLeave={backToWords}
            />
          )}
          {meu && fechadoFora && <FailureText>Fechado em outra tela: reabra para escrever</FailureText>}
        </Group>
        <Group gap="xs" ml="auto" justify="flex-end" flex="1 0 auto" maw="100%">
          <SituacaoTexto situacao={state.conflito === null ? state.situacao : 'conflito'} />
          <EstadoAtendimento estado={base.estado} />
          <CloseAtendimento
            aberto={aberto}
            disabled={!meu}
            loading={pendente.estado !== undefined}
            desfecho={base.id_desfecho}
            opened={closing}
            onOpenedChange={setClosing}
            onLeave={backToWords}
            onChange={(mudanca) => void close(mudanca)}
          />
        </Group>
      </Group>
    </Stack>
  )
}

/** Whether another screen closed the ticket during the typing here: the field takes no more keys and must say why. */
function useFechadoFora(palavras: RefObject<HTMLTextAreaElement | null>, { base, pendente, naoFeita }: EditorState) {
  const [fora, setFora] = useState(false)
  const closing = useRef(false)
  const { estado } = base
  useEffect(() => {
    setFora(estado === 'fechado' && !closing.current && document.activeElement === palavras.current)
  }, [estado, palavras])
  // After the effect above, which reads the value from before the ticket was closed.
  useEffect(() => {
    closing.current = [pendente, naoFeita?.mudanca].some((asked) => asked?.estado === 'fechado')
  }, [pendente, naoFeita])
  return fora
}

function DeOutro({ usuarioId, aberto }: { usuarioId: number; aberto: boolean }) {
  const nome = useColegas().data?.find(({ id }) => id === usuarioId)?.nome
  return (
    <Alert color="blue" p="xs" role="status">
      Este atendimento é de {nome ?? 'outra pessoa'}.
      {aberto && ' Para escrever nele, ele precisa ser passado para você.'}
    </Alert>
  )
}

const words: Record<Situacao | 'conflito', string> = {
  conflito: 'Não salvo – escolha qual texto fica',
  salvo: 'Salvo',
  salvando: 'Salvando…',
  falhou: 'Não salvo – tentando de novo',
  recusado: 'Não salvo',
}

const icons = [
  ['salvo', IconCloudCheck],
  ['salvando', IconCloudUp],
  ['mau', IconAlertTriangle],
] as const

function SituacaoTexto({ situacao }: { situacao: keyof typeof words }) {
  const shown = situacao === 'salvo' || situacao === 'salvando' ? situacao : 'mau'
  return (
    <Group
      gap={4}
      wrap="nowrap"
      justify="flex-end"
      // One width and at most two lines for all words: the buttons around do not move when words are not saved.
      w={{ base: '4rem', xs: '5rem' }}
      flex="1 0 auto"
      role="status"
      data-situacao={situacao}
      c={shown === 'mau' ? 'var(--mantine-color-error)' : 'dimmed'}
    >
      {/* All of them stay: one that went, at the first letter, would end the run that Ctrl+Z takes back. */}
      {icons.map(([each, Icon]) => (
        <Icon
          key={each}
          size={16}
          aria-hidden
          style={{ flexShrink: 0 }}
          display={each === shown ? undefined : 'none'}
        />
      ))}
      <Text size="xs" lh={1.2} lineClamp={2} title={words[situacao]}>
        {words[situacao]}
      </Text>
    </Group>
  )
}
