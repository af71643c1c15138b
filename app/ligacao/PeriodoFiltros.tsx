import { NativeSelect, TextInput } from '@mantine/core'
import { useChamados } from './perdidasQueries.ts'

export interface Periodo {
  data_inicio: string
  data_fim: string
  usuario: string
}

interface Props {
  filtros: Periodo
  /** Whether everybody's calls are shown, so that one's may be asked for. */
  todas: boolean
  change: (changes: { [Nome in keyof Periodo]?: string | null }) => void
}

/** Of which days, and for supervisors whose. */
export function PeriodoFiltros({ filtros: { data_inicio, data_fim, usuario }, todas, change }: Props) {
  const chamados = useChamados(todas)
  const inverted = data_inicio !== '' && data_fim !== '' && data_fim < data_inicio
  return (
    <>
      <TextInput
        type="date"
        label="Desde"
        max="9999-12-31"
        value={data_inicio}
        onChange={(event) => change({ data_inicio: event.currentTarget.value })}
      />
      <TextInput
        type="date"
        label="Até"
        max="9999-12-31"
        value={data_fim}
        error={inverted && 'Anterior ao início'}
        onChange={(event) => change({ data_fim: event.currentTarget.value })}
      />
      {todas && (
        <NativeSelect
          label="Atendente"
          data={[
            { value: '', label: 'Toda a equipe' },
            ...(chamados.data ?? []).map(({ id, nome }) => ({ value: String(id), label: nome })),
          ]}
          value={usuario}
          onChange={(event) => change({ usuario: event.currentTarget.value })}
        />
      )}
    </>
  )
}
