import { NativeSelect } from '@mantine/core'

interface Props {
  label: string
  /** The label of the option that filters nothing. */
  todos?: string
  opcoes: readonly { value: string; label: string }[]
  value: string
  onChange: (value: string | null) => void
}

/** A list to filter by. An unknown value from the address is added to it, so that it is seen and can be removed. */
export function Escolha({ label, todos = 'Todos', opcoes, value, onChange }: Props) {
  const unknown = value !== '' && !opcoes.some((opcao) => opcao.value === value)
  return (
    <NativeSelect
      label={label}
      data={[{ value: '', label: todos }, ...(unknown ? [{ value, label: value }] : []), ...opcoes]}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value || null)}
    />
  )
}
