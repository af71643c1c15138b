import { Table, Text } from '@mantine/core'
import type { ServicoPagina } from '#server/cliente/wire/browse'
import { dinheiro } from '../formato.ts'

export function Pacotes({ pacotes }: Pick<ServicoPagina, 'pacotes'>) {
  if (pacotes.length === 0) return null
  return (
    <Table mt="sm" fz="sm" verticalSpacing={4} captionSide="top">
      <Table.Caption ta="left" mt={0} mb={0}>
        Pacotes
      </Table.Caption>
      <Table.Thead>
        <Table.Tr>
          <Table.Th>Código</Table.Th>
          <Table.Th>Descrição</Table.Th>
          <Table.Th ta="right">Valor</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {pacotes.map((pacote, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: one package may be contracted twice
          <Table.Tr key={place}>
            <Table.Td>{pacote.codigo}</Table.Td>
            <Table.Td>
              {pacote.descricao}
              {pacote.observacoes && (
                <Text size="sm" c="dimmed">
                  {pacote.observacoes}
                </Text>
              )}
            </Table.Td>
            <Table.Td ta="right" className="algarismos" style={{ whiteSpace: 'nowrap' }}>
              {dinheiro(Number(pacote.valor))}
            </Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  )
}
