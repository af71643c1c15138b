import { CloseButton, Combobox, TextInput } from '@mantine/core'
import { useRef, useState } from 'react'
import { digiteMais } from '../../cliente/busca/ClienteBusca.tsx'
import { ClienteOpcao } from '../../cliente/busca/ClienteOpcao.tsx'
import { useClienteResumo, useClientesBusca } from '../../cliente/clienteQueries.ts'
import { nomeDoAutor } from '../../ui/format.ts'
import { Escolha } from '../../ui/lista/Escolha.tsx'
import { Filtros, periodoPosto, posto } from '../../ui/lista/Filtros.tsx'
import { PeriodoCampos } from '../../ui/lista/PeriodoCampos.tsx'
import { texto, useFiltros } from '../../ui/lista/useFiltros.ts'
import { sentenceOf } from '../../ui/network/request.ts'
import { useListaCombobox } from '../../ui/parts/useListaCombobox.ts'
import { useRecusaOfAnswers } from '../../ui/parts/useRecusa.tsx'
import { useAutores } from '../faturamentoQueries.ts'

const parsers = { cliente: texto, data_inicio: texto, data_fim: texto, tipo: texto, autor: texto }

/** The filters live in the address; an empty text is no filter. `query` is the same for the server. */
export const useLivroFiltros = () => useFiltros(parsers)

type Props = ReturnType<typeof useLivroFiltros>

const registrados: [string, string] = ['Registrados desde', 'Registrados até']
const tipos = [
  { value: 'acrescimo', label: 'Acréscimo' },
  { value: 'desconto', label: 'Desconto' },
]

export function LivroFiltros({ filtros, change, clear, query }: Props) {
  const autores = useAutores()
  const [typed, setTyped] = useState('')
  const clearAll = () => {
    setTyped('')
    clear()
  }
  const autorNome = (autor: string, nome: string) => nomeDoAutor({ tipo: autor.split(':')[0] ?? '', nome })
  const chosen = autores.data?.find(({ autor }) => autor === filtros.autor)
  return (
    <Filtros
      poucos
      busca={
        <ClienteFiltro
          cliente={filtros.cliente}
          typed={typed}
          onTyped={setTyped}
          onChange={(cliente) => change({ cliente })}
        />
      }
      postos={[
        ...periodoPosto(registrados, filtros, change),
        ...posto(
          'Tipo',
          filtros.tipo,
          () => change({ tipo: null }),
          tipos.find(({ value }) => value === filtros.tipo)?.label,
        ),
        ...posto('Autor', filtros.autor, () => change({ autor: null }), chosen && autorNome(chosen.autor, chosen.nome)),
      ]}
      limpo={query === '' && typed === ''}
      onClear={clearAll}
    >
      <PeriodoCampos rotulos={registrados} filtros={filtros} change={change} />
      <Escolha label="Tipo" opcoes={tipos} value={filtros.tipo} onChange={(tipo) => change({ tipo })} />
      <Escolha
        label="Autor"
        opcoes={(autores.data ?? []).map(({ autor, nome }) => ({ value: autor, label: autorNome(autor, nome) }))}
        value={filtros.autor}
        onChange={(autor) => change({ autor })}
      />
    </Filtros>
  )
}

interface ClienteFiltroProps {
  cliente: string
  typed: string
  onTyped: (typed: string) => void
  onChange: (id: string) => void
}

/** The address has the id; the name is looked up. A typed text without a choice does not filter, and says so. */
function ClienteFiltro({ cliente, typed, onTyped, onChange }: ClienteFiltroProps) {
  const { clientes, typeMore, settled, error } = useClientesBusca(cliente ? '' : typed)
  const { guard, aviso } = useRecusaOfAnswers(clientes, settled)
  const termo = cliente ? '' : typed.trim()
  const [focused, setFocused] = useState(false)
  const combobox = useListaCombobox(focused && termo !== '' && clientes.length > 0, clientes)
  const campo = useRef<HTMLInputElement>(null)
  const chosen = useClienteResumo(cliente)
  const pick = (id: string) => {
    onTyped('')
    onChange(id)
  }
  const clear = () => {
    pick('')
    // The button disappears, and the focus with it.
    campo.current?.focus()
  }
  return (
    <Combobox store={combobox} onOptionSubmit={pick} width="min(420px, 94vw)" position="bottom-start">
      <Combobox.Target>
        <TextInput
          ref={campo}
          label="Cliente"
          style={{ flex: '1 1 12rem', minWidth: 0 }}
          onFocus={() => setFocused(true)}
          onBlur={() => setFocused(false)}
          placeholder="Nome, documento, código…"
          spellCheck={false}
          autoComplete="off"
          maxLength={120}
          readOnly={cliente !== ''}
          value={cliente ? (chosen.data?.nome_razaosocial ?? `Cliente ${cliente}`) : typed}
          rightSection={cliente && <CloseButton size="sm" aria-label="Todos os clientes" onClick={clear} />}
          error={
            termo &&
            (error
              ? `A busca não veio: ${sentenceOf(error)}`
              : settled && clientes.length === 0
                ? `${typeMore ? digiteMais : `Nenhum cliente para “${termo}”.`} Tudo abaixo é de todos os clientes.`
                : `“${termo}” ainda não filtra: escolha na lista. Tudo abaixo é de todos os clientes.`)
          }
          onChange={(event) => onTyped(event.currentTarget.value)}
        />
      </Combobox.Target>
      <Combobox.Dropdown mah={320} style={{ overflowY: 'auto' }}>
        <Combobox.Options {...guard} aria-label="Clientes encontrados">
          {clientes.map((each) => (
            <Combobox.Option key={each.id_cliente} value={String(each.id_cliente)}>
              <ClienteOpcao cliente={each} />
            </Combobox.Option>
          ))}
        </Combobox.Options>
      </Combobox.Dropdown>
      {aviso}
    </Combobox>
  )
}
