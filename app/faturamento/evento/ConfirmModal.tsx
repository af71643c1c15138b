import { Button, Group, Modal, Stack, Text } from '@mantine/core'
import { type KeyboardEvent, useEffect, useRef } from 'react'
import { useFocusReturns } from '../../ui/parts/useFocusReturns.ts'
import { misclickMs } from '../../ui/parts/useRecusa.tsx'
import { Sub } from '../../ui/Sub.tsx'
import { Incerto } from './EventoForm.tsx'
import { inWords, tipoDe } from './eventoValores.ts'
import type { EventoFormState } from './useEventoForm.ts'

export function ConfirmModal({ evento }: { evento: EventoFormState }) {
  const { julgado, escolha, send, form, tipos } = evento
  const opened = evento.confirming && julgado.evento !== undefined
  useFocusReturns(opened)
  const openedAt = useRef(0)
  useEffect(() => {
    if (opened) openedAt.current = performance.now()
  }, [opened])
  // The key that asked for the registration, pressed twice or held, must not confirm it unread.
  const refuseSameEnter = (event: KeyboardEvent) => {
    const same = event.nativeEvent.repeat || event.timeStamp - openedAt.current < misclickMs
    if (event.key === 'Enter' && same) event.preventDefault()
  }
  return (
    <Modal opened={opened} onClose={() => !send.isPending && evento.back()} title="Confirmar o evento" centered>
      {julgado.evento && (
        <Stack style={{ overflowWrap: 'anywhere' }}>
          <Text>{inWords(julgado.evento, julgado.parcelas)}</Text>
          {escolha && (
            <Text>
              Para {escolha.cliente.nome_razaosocial} (código {escolha.cliente.codigo_cliente}), serviço{' '}
              {escolha.servico.nome}.
            </Text>
          )}
          <Text>Tipo de serviço: {tipoDe(form.values, tipos.data)?.display}.</Text>
          <Sub>{julgado.evento.descricao}</Sub>
          {evento.incerto && <Incerto />}
          <Group>
            <Button data-autofocus loading={send.isPending} onClick={evento.confirm} onKeyDown={refuseSameEnter}>
              {julgado.parcelas.length > 1 ? `Confirmar ${julgado.parcelas.length} parcelas` : 'Confirmar'}
            </Button>
            <Button variant="default" disabled={send.isPending} onClick={evento.back}>
              Voltar
            </Button>
          </Group>
        </Stack>
      )}
    </Modal>
  )
}
