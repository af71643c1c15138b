import { Table, VisuallyHidden } from '@mantine/core'

interface Props {
  colunas: readonly string[]
  className?: string | undefined
  /** The column whose heading is for screen readers only. */
  oculta?: string
  /** The class of one column's header cell. */
  classeDe?: (nome: string) => string | undefined
}

/** The header of a table that becomes cards on narrow screens, where the header is for screen readers only. */
export const Cabecalho = ({ colunas, className, oculta, classeDe }: Props) => (
  <Table.Thead>
    <Table.Tr className={className}>
      {colunas.map((nome) => (
        <Table.Th role="columnheader" key={nome} className={classeDe?.(nome)}>
          {nome === oculta ? <VisuallyHidden>{nome}</VisuallyHidden> : nome}
        </Table.Th>
      ))}
    </Table.Tr>
  </Table.Thead>
)
