import { Button, Checkbox, Group, Modal, Stack, Text } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useState } from 'react'
import type { EventoListado } from '#server/faturamento/wire/ledger'
import { useUsuario } from '../../acesso/Usuario.tsx'
import { FailureAlert } from '../../ui/feedback.tsx'
import { reais } from '../../ui/format.ts'
import { guardado } from '../../ui/parts/guardado.ts'
import { TextoLongo } from '../../ui/parts/TextoLongo.tsx'
import { useFocusReturns } from '../../ui/parts/useFocusReturns.ts'
import { useEstorno } from '../faturamentoQueries.ts'

const vazio = { motivo: '', whole: false }

/** The reason waits for whoever closes the dialog, or loses the session, before it is sent. */
export function EstornoModal({ evento, onClose }: { evento: EventoListado | null; onClose: () => void }) {
  useFocusReturns(evento !== null)
  const usuario = useUsuario()
  const [store] = useState(() => guardado(usuario.id, 'estorno', vazio, evento?.id_evento_faturamento))
  const form = useForm({
    initialValues: (evento && store.read()) ?? vazio,
    onValuesChange: (values) => (values.motivo === '' ? store.forget() : store.write(values)),
    validate: { motivo: (motivo) => (motivo.trim() === '' ? 'Escreva o motivo do estorno' : null) },
  })
  const reverse = useEstorno()
  const submit = form.onSubmit(({ motivo, whole }) => {
    if (!evento || reverse.isPending) return
    const alcance = whole ? 'lancamento' : 'evento'
    const onSuccess = () => {
      store.forget()
      onClose()
    }
    reverse.mutate({ id: evento.id_evento_faturamento, motivo, alcance }, { onSuccess })
  })
  return (
    <Modal
      opened={evento !== null}
      onClose={() => !reverse.isPending && onClose()}
      closeOnClickOutside={form.values.motivo === ''}
      title={`Estornar evento ${evento?.id_evento_faturamento ?? ''}`}
      centered
    >
      {evento && (
        <form onSubmit={submit} noValidate>
          <Stack>
            <Text>
              Um evento novo de {reais(evento.valor_centavos)} do outro lado vai desfazer este. Nada é apagado, e um
              estorno não pode ser desfeito.
            </Text>
            {evento.total_parcelas > 1 && (
              <Checkbox
                label="Estornar todas as parcelas deste cadastro que ainda não foram estornadas"
                {...form.getInputProps('whole', { type: 'checkbox' })}
              />
            )}
            <TextoLongo
              label="Motivo"
              placeholder="Por que este evento está errado"
              data-autofocus
              minRows={2}
              maxLength={500}
              {...form.getInputProps('motivo')}
            />
            <FailureAlert error={reverse.error} />
            <Group>
              <Button type="submit" color="red" loading={reverse.isPending}>
                {form.values.whole ? 'Estornar parcelas' : 'Estornar'}
              </Button>
              <Button variant="default" disabled={reverse.isPending} onClick={onClose}>
                Voltar
              </Button>
            </Group>
          </Stack>
        </form>
      )}
    </Modal>
  )
}
