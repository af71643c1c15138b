import { Kbd, Modal, Stack, Switch, Table } from '@mantine/core'
import { Fragment } from 'react'
import { useFocusReturns } from '../../ui/parts/useFocusReturns.ts'
import { Sub } from '../../ui/Sub.tsx'
import { useLetras } from './useLetras.ts'

const atalhos: readonly [teclas: readonly (readonly string[])[], does: string][] = [
  [[['Ctrl', 'K']], 'Abrir a caixa de comandos: ir a uma página, achar um cliente ou um protocolo'],
  [[['Alt', '↓'], ['J']], 'Próxima chamada da fila'],
  [[['Alt', '↑'], ['K']], 'Chamada anterior'],
  [[['P']], 'Ir ao próximo passo da chamada: buscar, abrir o atendimento, anotar'],
  [[['C']], 'Copiar o protocolo'],
  [[['X']], 'Fechar a chamada'],
  [[['Z']], 'Desfazer o fechamento'],
  [[['?']], 'Esta ajuda'],
]

export function Ajuda({ aberta, onClose }: { aberta: boolean; onClose: () => void }) {
  useFocusReturns(aberta)
  const [letras, setLetras] = useLetras()
  return (
    <Modal opened={aberta} onClose={onClose} title="Atalhos do teclado" size="lg" centered>
      <Stack>
        <Table aria-label="Atalhos do teclado" verticalSpacing={6}>
          <Table.Tbody>
            {atalhos.map(([teclas, does]) => (
              <Table.Tr key={does}>
                <Table.Th scope="row" style={{ whiteSpace: 'nowrap' }}>
                  {teclas.map((juntas, at) => (
                    <Fragment key={juntas.join('+')}>
                      {at > 0 && ' ou '}
                      {juntas.map((tecla, place) => (
                        <Fragment key={tecla}>
                          {place > 0 && ' + '}
                          <Kbd>{tecla}</Kbd>
                        </Fragment>
                      ))}
                    </Fragment>
                  ))}
                </Table.Th>
                <Table.Td>{does}</Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
        <Switch
          label="Atalhos de uma letra só"
          description="Desligue se você dita o texto ou esbarra nas teclas. Os outros continuam."
          checked={letras}
          onChange={({ currentTarget: { checked } }) => setLetras(checked)}
        />
        <Sub>As letras não valem enquanto você digita num campo.</Sub>
      </Stack>
    </Modal>
  )
}
