import { Table, Text } from '@mantine/core'
import type { Parcela } from '#server/faturamento/rules/parcelas'
import { mesPorExtenso, reais } from '../../ui/format.ts'
import { Secao } from '../../ui/Secao.tsx'
import classes from './evento.module.css'

/** Computed by the server's own rules. */
export function Previa({ parcelas }: { parcelas: readonly Parcela[] | null }) {
  return (
    <Secao titulo="Prévia">
      {parcelas === null ? (
        <Text c="dimmed">
          Digite o valor e, se for parcelado, o total de parcelas: aqui aparece cada parcela com o seu mês, antes de
          registrar.
        </Text>
      ) : (
        // biome-ignore lint/a11y/noNoninteractiveTabindex lint/a11y/useSemanticElements: many installments scroll, and the keyboard must be able to scroll them
        <div className={classes.parcelas} tabIndex={0} role="group" aria-label="Prévia">
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
        </div>
      )}
      {parcelas && (
        <Text fw={600} ta="right" className="algarismos">
          Soma: {reais(parcelas.reduce((sum, { valor_centavos }) => sum + valor_centavos, 0))}
        </Text>
      )}
    </Secao>
  )
}
