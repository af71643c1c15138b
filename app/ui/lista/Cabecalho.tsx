import { Table } from '@mantine/core'

/** The head of a table that becomes cards on narrow screens, where only screen readers have it. */
export const Cabecalho = ({ colunas, className }: { colunas: readonly string[]; className?: string | undefined }) => (
  <Table.Thead role="rowgroup">
    <Table.Tr role="row" className={className}>
      {colunas.map((nome) => (
        <Table.Th role="columnheader" key={nome}>
          {nome}
        </Table.Th>
      ))}
    </Table.Tr>
  </Table.Thead>
)
