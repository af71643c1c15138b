import { Button, Group, NativeSelect, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { faturamento } from '../api.ts'
import { ClienteFiltro } from './ClienteFiltro.tsx'
import { type Filtros, semFiltros, writeFiltros } from './filtros.ts'

interface Props {
  filtros: Filtros
  change: (changes: Partial<Filtros>) => void
}

export function FiltrosLivro({ filtros, change }: Props) {
  const autores = useQuery({
    queryKey: ['faturamento', 'autores'],
    queryFn: ({ signal }) => faturamento.autores(signal),
  })
  const inverted = filtros.data_inicio !== '' && filtros.data_fim !== '' && filtros.data_fim < filtros.data_inicio
  return (
    <Group component="search" gap="sm" align="flex-start">
      <ClienteFiltro cliente={filtros.cliente} onChange={(cliente) => change({ cliente })} />
      <TextInput
        type="date"
        label="Registrados desde"
        value={filtros.data_inicio}
        onChange={(event) => change({ data_inicio: event.currentTarget.value })}
      />
      <TextInput
        type="date"
        label="Registrados até"
        value={filtros.data_fim}
        error={inverted && 'Antes do início'}
        onChange={(event) => change({ data_fim: event.currentTarget.value })}
      />
      <NativeSelect
        label="Tipo"
        data={[
          { value: '', label: 'Todos' },
          { value: 'acrescimo', label: 'Acréscimo' },
          { value: 'desconto', label: 'Desconto' },
        ]}
        value={filtros.tipo}
        onChange={(event) => change({ tipo: event.currentTarget.value })}
      />
      <NativeSelect
        label="Autor"
        data={[
          { value: '', label: 'Todos' },
          ...(autores.data ?? []).map(({ autor, nome }) => ({
            value: autor,
            label: autor.startsWith('token') ? `${nome} (token)` : nome,
          })),
        ]}
        value={filtros.autor}
        onChange={(event) => change({ autor: event.currentTarget.value })}
      />
      <Button variant="subtle" mt={25} disabled={writeFiltros(filtros) === ''} onClick={() => change(semFiltros)}>
        Limpar filtros
      </Button>
    </Group>
  )
}
