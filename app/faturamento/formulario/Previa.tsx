import { Paper, ScrollArea, Table, Text, Title } from '@mantine/core'
import type { Parcela } from '#server/faturamento/rules/parcelas'
import { mesPorExtenso, reais } from '../formato.ts'

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
