import { TextInput } from '@mantine/core'

export interface Periodo {
  data_inicio: string
  data_fim: string
}

interface Props {
  /** For example "Abertos desde" and "Abertos até". */
  rotulos?: [string, string]
  filtros: Periodo
  change: (changes: { [Nome in keyof Periodo]?: string | null }) => void
}

export function PeriodoCampos({ rotulos: [desde, ate] = ['Desde', 'Até'], filtros, change }: Props) {
  const { data_inicio, data_fim } = filtros
  const inverted = data_inicio !== '' && data_fim !== '' && data_fim < data_inicio
  return (
    <>
      <TextInput
        type="date"
        label={desde}
        max="9999-12-31"
        value={data_inicio}
        onChange={(event) => change({ data_inicio: event.currentTarget.value })}
      />
      <TextInput
        type="date"
        label={ate}
        max="9999-12-31"
        value={data_fim}
        error={inverted && 'Anterior ao início'}
        onChange={(event) => change({ data_fim: event.currentTarget.value })}
      />
    </>
  )
}
