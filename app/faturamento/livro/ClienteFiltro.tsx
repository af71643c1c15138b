import { CloseButton, Combobox, TextInput, useCombobox } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { painel } from '../../api/painel.ts'
import { ClienteOpcao } from '../../clientes/ClienteOpcao.tsx'
import { useClientesBusca } from '../../clientes/useClientesBusca.ts'

/** The events of one customer. The address has the id; the name is looked up. */
export function ClienteFiltro({ cliente, onChange }: { cliente: string; onChange: (id: string) => void }) {
  const [typed, setTyped] = useState('')
  const { clientes } = useClientesBusca(cliente ? '' : typed)
  const combobox = useCombobox({ opened: !cliente && typed.trim() !== '' && clientes.length > 0 })
  const chosen = useQuery({
    queryKey: ['faturamento', 'cliente', cliente],
    queryFn: async ({ signal }) =>
      (await painel.buscarClientes(cliente, signal)).find((each) => String(each.id_cliente) === cliente) ?? null,
    enabled: cliente !== '',
  })
  const pick = (id: string) => {
    setTyped('')
    onChange(id)
  }
  return (
    <Combobox store={combobox} onOptionSubmit={pick} width={420} position="bottom-start">
      <Combobox.Target>
        <TextInput
          label="Cliente"
          placeholder="Nome, documento, código…"
          spellCheck={false}
          autoComplete="off"
          maxLength={120}
          readOnly={cliente !== ''}
          value={cliente ? (chosen.data?.nome_razaosocial ?? `Cliente ${cliente}`) : typed}
          rightSection={cliente && <CloseButton size="sm" aria-label="Todos os clientes" onClick={() => pick('')} />}
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
      </Combobox.Target>
      <Combobox.Dropdown mah={320} style={{ overflowY: 'auto' }}>
        <Combobox.Options aria-label="Clientes encontrados">
          {clientes.map((each) => (
            <Combobox.Option key={each.id_cliente} value={String(each.id_cliente)}>
              <ClienteOpcao cliente={each} />
            </Combobox.Option>
          ))}
        </Combobox.Options>
      </Combobox.Dropdown>
    </Combobox>
  )
}
