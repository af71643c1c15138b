import { TextInput } from '@mantine/core'
import type { ChangeEvent } from 'react'

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
  const campo = (nome: keyof Periodo) => ({
    type: 'date',
    max: '9999-12-31',
    value: filtros[nome],
    onChange: (event: ChangeEvent<HTMLInputElement>) => change({ [nome]: event.currentTarget.value }),
  })
  return (
    <>
      <TextInput label={desde} {...campo('data_inicio')} />
      <TextInput label={ate} {...campo('data_fim')} error={inverted && 'Anterior ao início'} />
    </>
  )
}
