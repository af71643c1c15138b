import { Select } from '@mantine/core'
import { usePacotes } from './useLista.ts'

/** By the package's code. A code of the address that no package has stays to be seen, and to be taken away. */
export function PacoteFiltro({ codigo, onChange }: { codigo: string; onChange: (codigo: string) => void }) {
  const pacotes = usePacotes()
  const known = (pacotes.data ?? []).map((pacote) => ({
    value: pacote.codigo,
    label: `${pacote.codigo} · ${pacote.descricao}`,
  }))
  const unknown = codigo !== '' && !known.some(({ value }) => value === codigo)
  return (
    <Select
      label="Pacote"
      placeholder="Todos"
      data={unknown ? [{ value: codigo, label: codigo }, ...known] : known}
      value={codigo || null}
      onChange={(value) => onChange(value ?? '')}
      searchable
      clearable
      limit={50}
      nothingFoundMessage={pacotes.isPending ? 'Carregando…' : 'Nenhum pacote assim'}
      comboboxProps={{ width: 'max-content', position: 'bottom-start' }}
      clearButtonProps={{ 'aria-label': 'Todos os pacotes' }}
    />
  )
}
