import { Alert, Badge, Button, Group, Stack, Textarea } from '@mantine/core'
import type { Atendimento } from '#server/atendimento/wire'
import { ConflitoAlert } from './ConflitoAlert.tsx'
import { useEditor } from './EditoresContext.ts'
import { Protocolo } from './Protocolo.tsx'
import { SituacaoTexto } from './SituacaoTexto.tsx'

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
