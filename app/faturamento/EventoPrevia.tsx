import { Button, Group, Modal, Paper, ScrollArea, Stack, Table, Text, Title } from '@mantine/core'
import type { Parcela } from '#server/faturamento/rules/parcelas'
import { mesPorExtenso, reais } from '../ui/format.ts'
import { emPalavras } from './eventoValores.ts'
import type { EventoFormState } from './useEventoForm.ts'

/** Every installment with its month and amount, as the server will write them: the same rules made it. */
export function Previa({ parcelas }: { parcelas: readonly Parcela[] | null }) {
  return (
    <Paper component="section" withBorder p="md" aria-labelledby="previa">
      <Title order={2} size="h4" id="previa" mb="xs">
        Prévia
      </Title>
      {parcelas === null ? (
        <Text c="dimmed">Preencha o formulário para ver cada parcela.</Text>
      ) : (
        <ScrollArea.Autosize mah={420} viewportProps={{ tabIndex: 0, role: 'group', 'aria-labelledby': 'previa' }}>
          <Table stickyHeader className="algarismos">
            <Table.Thead>
              <Table.Tr>
                <Table.Th>Parcela</Table.Th>
                <Table.Th>Cobrança</Table.Th>
                <Table.Th ta="right">Valor</Table.Th>
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {parcelas.map(({ parcela, em, valor_centavos }) => (
                <Table.Tr key={parcela}>
                  <Table.Td>
                    {parcela}/{parcelas.length}
                  </Table.Td>
                  <Table.Td>{mesPorExtenso(em)}</Table.Td>
                  <Table.Td ta="right">{reais(valor_centavos)}</Table.Td>
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        </ScrollArea.Autosize>
      )}
      {parcelas && (
        <Text fw={600} ta="right" mt="xs" className="algarismos">
          Soma: {reais(parcelas.reduce((sum, { valor_centavos }) => sum + valor_centavos, 0))}
        </Text>
      )}
    </Paper>
  )
}

/** Says in words what will happen; nothing happens before it is confirmed. */
export function ConfirmarModal({ evento }: { evento: EventoFormState }) {
  const { julgado, escolha, send } = evento
  return (
    <Modal
      opened={evento.confirming && julgado.evento !== undefined}
      onClose={() => !send.isPending && evento.back()}
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
            <Button data-autofocus loading={send.isPending} onClick={evento.confirm}>
              Confirmar
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
