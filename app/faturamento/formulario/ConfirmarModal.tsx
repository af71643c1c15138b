import { Button, Group, Modal, Stack, Text } from '@mantine/core'
import { emPalavras } from './emPalavras.ts'
import type { useEventoForm } from './useEventoForm.ts'

/** Says in words what will happen; nothing happens before it is confirmed. */
export function ConfirmarModal({ form }: { form: ReturnType<typeof useEventoForm> }) {
  const { julgado, escolha, send } = form
  return (
    <Modal
      opened={form.confirming && julgado.evento !== undefined}
      onClose={() => !send.isPending && form.back()}
      title="Confirmar o evento"
      closeButtonProps={{ 'aria-label': 'Fechar' }}
      // The page's own header is its one banner.
      attributes={{ header: { role: 'presentation' } }}
      centered
    >
      {julgado.evento && (
        <Stack>
          <Text>{emPalavras(julgado.evento, julgado.parcelas)}</Text>
          {escolha && (
            <Text>
              Para {escolha.cliente.nome_razaosocial} (código {escolha.cliente.codigo_cliente}), serviço{' '}
              {escolha.servico.nome}.
            </Text>
          )}
          <Text size="sm" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
            {julgado.evento.descricao}
          </Text>
          <Group>
            <Button data-autofocus loading={send.isPending} onClick={form.confirm}>
              Confirmar
            </Button>
            <Button variant="default" disabled={send.isPending} onClick={form.back}>
              Voltar
            </Button>
          </Group>
        </Stack>
      )}
    </Modal>
  )
}
