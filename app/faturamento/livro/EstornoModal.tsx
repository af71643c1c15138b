import { Button, Checkbox, Group, Modal, Stack, Text, Textarea } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import type { EventoListado } from '#server/faturamento/wire/ledger'
import { FailureAlert } from '../../ui/feedback.tsx'
import { faturamento } from '../api.ts'
import { reais } from '../formato.ts'

/** Undoing an event takes a reason; it is itself an event that stays. */
export function EstornoModal({ evento, onClose }: { evento: EventoListado | null; onClose: () => void }) {
  const [motivo, setMotivo] = useState('')
  const [whole, setWhole] = useState(false)
  const [missing, setMissing] = useState(false)
  const cache = useQueryClient()
  const reverse = useMutation({
    mutationFn: (id: number) => faturamento.estornar(id, { motivo, alcance: whole ? 'lancamento' : 'evento' }),
    onSuccess: async () => {
      await cache.invalidateQueries({ queryKey: ['faturamento'] })
      onClose()
    },
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setMissing(motivo.trim() === '')
    if (evento && motivo.trim() !== '' && !reverse.isPending) reverse.mutate(evento.id_evento_faturamento)
  }
  return (
    <Modal
      opened={evento !== null}
      onClose={() => !reverse.isPending && onClose()}
      title={`Estornar evento ${evento?.id_evento_faturamento ?? ''}`}
      closeButtonProps={{ 'aria-label': 'Fechar' }}
      // The page's own header is its one banner.
      attributes={{ header: { role: 'presentation' } }}
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
                label={`Estornar todas as parcelas deste cadastro (${evento.total_parcelas})`}
                checked={whole}
                onChange={(event) => setWhole(event.currentTarget.checked)}
              />
            )}
            <Textarea
              label="Motivo"
              data-autofocus
              autosize
              minRows={2}
              maxLength={500}
              value={motivo}
              error={missing && 'Obrigatório'}
              onChange={(event) => setMotivo(event.currentTarget.value)}
            />
            {reverse.error && <FailureAlert error={reverse.error} />}
            <Group>
              <Button type="submit" color="red" loading={reverse.isPending}>
                Estornar
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
