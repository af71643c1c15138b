import { Button, Checkbox, Loader, Select, TextInput } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconFilter, IconSearch } from '@tabler/icons-react'
import { usePacotes } from './clienteQueries.ts'
import classes from './clientes.module.css'
import { type ChangeFiltros, type Filtros, ordens, orderOf, unfiltered } from './useClientesFiltros.ts'

interface Props {
  filtros: Filtros
  change: ChangeFiltros
  searching: boolean
}

/** Search and filters. On a narrow screen the filters fold away: the list is what one came for. */
export function ClientesFiltros({ filtros, change, searching }: Props) {
  const [opened, { toggle }] = useDisclosure(false)
  const { termo, data_inicio, data_fim } = filtros
  const { order_by, order_type } = orderOf(filtros)
  const inverted = data_inicio !== '' && data_fim !== '' && data_fim < data_inicio
  return (
    <search className={classes.barra}>
      <TextInput
        className={classes.termo}
        label="Buscar na lista"
        placeholder="Nome, CPF/CNPJ, código, telefone ou login"
        leftSection={<IconSearch size={18} aria-hidden />}
        rightSection={searching && <Loader size={18} />}
        value={termo}
        maxLength={120}
        spellCheck={false}
        autoComplete="off"
        onChange={(event) => change({ termo: event.currentTarget.value })}
        onKeyDown={(event) => event.key === 'Escape' && change({ termo: null })}
      />
      <Button
        hiddenFrom="sm"
        variant="default"
        aria-expanded={opened}
        aria-controls="filtros"
        leftSection={<IconFilter size={16} aria-hidden />}
        onClick={toggle}
      >
        Filtros
      </Button>
      <div id="filtros" className={classes.filtros} data-aberto={opened || undefined}>
        <TextInput
          type="date"
          label="Cadastro desde"
          max="9999-12-31"
          value={data_inicio}
          onChange={(event) => change({ data_inicio: event.currentTarget.value })}
        />
        <TextInput
          type="date"
          label="Cadastro até"
          max="9999-12-31"
          error={inverted && 'Anterior ao início'}
          value={data_fim}
          onChange={(event) => change({ data_fim: event.currentTarget.value })}
        />
        <PacoteFiltro codigo={filtros.codigo_pacote} onChange={(codigo_pacote) => change({ codigo_pacote })} />
        <Select
          label="Ordem"
          data={ordens}
          allowDeselect={false}
          value={ordens.find((each) => each.order_by === order_by && each.order_type === order_type)?.value ?? null}
          onChange={(value) => change(chooseOrder(value))}
        />
        <Checkbox
          className={classes.marcar}
          label="Serviços cancelados"
          checked={filtros.cancelado === 'sim'}
          onChange={(event) => change({ cancelado: event.currentTarget.checked ? 'sim' : 'nao' })}
        />
        <Button
          className={classes.marcar}
          variant="subtle"
          disabled={unfiltered(filtros)}
          onClick={() =>
            change({ termo: null, data_inicio: null, data_fim: null, codigo_pacote: null, cancelado: null })
          }
        >
          Limpar filtros
        </Button>
      </div>
    </search>
  )
}

/** The two halves of a chosen order; none of the list's own, so that the address stays short. */
function chooseOrder(value: string | null): Parameters<ChangeFiltros>[0] {
  const chosen = ordens.slice(1).find((each) => each.value === value)
  return { order_by: chosen?.order_by ?? null, order_type: chosen?.order_type ?? null }
}

/** By the package's code. A code of the address that no package has stays to be seen, and to be taken away. */
function PacoteFiltro({ codigo, onChange }: { codigo: string; onChange: (codigo: string | null) => void }) {
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
      onChange={onChange}
      searchable
      clearable
      limit={50}
      nothingFoundMessage={pacotes.isPending ? 'Carregando…' : 'Nenhum pacote assim'}
      comboboxProps={{ width: 'max-content', position: 'bottom-start' }}
      clearButtonProps={{ 'aria-label': 'Todos os pacotes' }}
    />
  )
}
