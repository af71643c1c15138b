import { Table } from '@mantine/core'

interface Props {
  colunas: readonly string[]
  className?: string | undefined
  /** Of one column's head. */
  classeDe?: (nome: string) => string | undefined
}

/** The head of a table that becomes cards on narrow screens, where only screen readers have it. */
export const Cabecalho = ({ colunas, className, classeDe }: Props) => (
  <Table.Thead role="rowgroup">
    <Table.Tr role="row" className={className}>
      {colunas.map((nome) => (
        <Table.Th role="columnheader" key={nome} className={classeDe?.(nome)}>
          {nome}
        </Table.Th>
      ))}
    </Table.Tr>
  </Table.Thead>
)
