import { Alert, Badge, Button, Group, Stack, Text, Textarea } from '@mantine/core'
import { IconAlertTriangle, IconCloudCheck, IconCloudUp } from '@tabler/icons-react'
import type { Atendimento } from '#server/atendimento/wire'
import type { Situacao } from './Editor.ts'
import { useEditor } from './Editores.tsx'
import { Protocolo } from './Protocolo.tsx'

/** A ticket: its protocol, the words saved as they are typed, and its state. */
export function AtendimentoEditor({ atendimento }: { atendimento: Atendimento }) {
  const { editor, state } = useEditor(atendimento)
  const { base } = state
  const aberto = base.estado === 'aberto'
  return (
    <Stack gap="sm">
      <Protocolo protocolo={base.protocolo} formatado={base.protocolo_formatado} />
      <Textarea
        data-proximo-passo
        label="Anotações do atendimento"
        placeholder="O que o cliente relatou e o que foi feito"
        autosize
        minRows={3}
        maxRows={14}
        maxLength={20_000}
        value={state.texto}
        readOnly={!aberto}
        onChange={(event) => editor.type(event.currentTarget.value)}
        onBlur={() => void editor.flush()}
      />
      {state.conflito !== null && (
        <ConflitoAlert
          conflito={state.conflito}
          onTake={() => editor.takeConflito()}
          onDismiss={() => editor.dismissConflito()}
        />
      )}
      {state.erro && (
        <Alert color="red" role="alert">
          {state.erro}
        </Alert>
      )}
      <Group justify="space-between">
        <Group gap="sm">
          <Badge variant="light" color={aberto ? 'teal' : 'gray'}>
            {base.estado}
          </Badge>
          <SituacaoTexto situacao={state.situacao} />
        </Group>
        <Button
          size="xs"
          variant="default"
          loading={state.mudandoEstado}
          onClick={() => void editor.changeEstado(aberto ? 'fechado' : 'aberto')}
        >
          {aberto ? 'Fechar atendimento' : 'Reabrir'}
        </Button>
      </Group>
    </Stack>
  )
}

interface ConflitoProps {
  conflito: string
  onTake: () => void
  onDismiss: () => void
}

/** Another tab saved other words meanwhile: nothing is lost unseen, and the agent decides. */
function ConflitoAlert({ conflito, onTake, onDismiss }: ConflitoProps) {
  return (
    <Alert color="yellow" title="Outra aba salvou um texto diferente" role="alert">
      <Text size="sm">O texto digitado aqui foi mantido. O outro era:</Text>
      <Text size="sm" my="xs" style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }} fs="italic">
        {conflito || '(vazio)'}
      </Text>
      <Group gap="xs">
        <Button size="xs" variant="default" onClick={onTake}>
          Usar o outro texto
        </Button>
        <Button size="xs" variant="subtle" onClick={onDismiss}>
          Manter o meu
        </Button>
      </Group>
    </Alert>
  )
}

const words: Record<Situacao, string> = {
  salvo: 'Salvo',
  salvando: 'Salvando…',
  falhou: 'Não salvo – tentando de novo',
  recusado: 'Não salvo',
}

/** Whether the words are safe on the server, in one short line. */
function SituacaoTexto({ situacao }: { situacao: Situacao }) {
  const Icon = situacao === 'salvo' ? IconCloudCheck : situacao === 'salvando' ? IconCloudUp : IconAlertTriangle
  const bad = situacao === 'falhou' || situacao === 'recusado'
  return (
    <Group
      gap={4}
      wrap="nowrap"
      role="status"
      data-situacao={situacao}
      c={bad ? 'var(--mantine-color-error)' : 'dimmed'}
    >
      <Icon size={16} aria-hidden />
      <Text size="sm" span>
        {words[situacao]}
      </Text>
    </Group>
  )
}
