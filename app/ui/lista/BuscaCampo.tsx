import { Loader, TextInput } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'

interface Props {
  label: string
  placeholder: string
  searching?: boolean
  value: string
  onChange: (value: string | null) => void
}

/** The field that searches a list, as one types; Escape clears it. The server takes no longer text. */
export const BuscaCampo = ({ label, placeholder, searching = false, value, onChange }: Props) => (
  <TextInput
    aria-label={label}
    placeholder={placeholder}
    leftSection={<IconSearch size={18} aria-hidden />}
    rightSection={searching && <Loader size={18} />}
    style={{ flex: '1 1 12rem', minWidth: 0 }}
    maxLength={120}
    spellCheck={false}
    autoComplete="off"
    value={value}
    onChange={(event) => onChange(event.currentTarget.value)}
    onKeyDown={(event) => event.key === 'Escape' && onChange(null)}
  />
)
