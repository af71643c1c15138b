import { Button, Checkbox, Loader, Select, TextInput } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconFilter, IconSearch } from '@tabler/icons-react'
import classes from './consulta.module.css'
import { type Filtros, ordens, semFiltros, writeFiltros } from './filtros.ts'
import { PacoteFiltro } from './PacoteFiltro.tsx'
import { useTermo } from './useTermo.ts'

interface Props {
  filtros: Filtros
  change: (changes: Partial<Filtros>) => void
  searching: boolean
}

/** Search and filters. On a narrow screen the filters fold away: the list is what one came for. */
export function FiltrosBarra({ filtros, change, searching }: Props) {
  const { typed, type } = useTermo(filtros.termo, (termo) => change({ termo }))
  const [opened, { toggle }] = useDisclosure(false)
  const inverted = filtros.data_inicio !== '' && filtros.data_fim !== '' && filtros.data_fim < filtros.data_inicio
  const filtered = writeFiltros({ ...filtros, ordem: semFiltros.ordem }) !== ''
  return (
    <search className={classes.barra}>
      <TextInput
        className={classes.termo}
        label="Buscar na lista"
        placeholder="Nome, CPF/CNPJ, código, telefone ou login"
        leftSection={<IconSearch size={18} aria-hidden />}
        rightSection={searching && <Loader size={18} />}
        value={typed}
        maxLength={120}
        spellCheck={false}
        autoComplete="off"
        onChange={(event) => type(event.currentTarget.value)}
        onKeyDown={(event) => event.key === 'Escape' && type('')}
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
          value={filtros.data_inicio}
          onChange={(event) => change({ data_inicio: event.currentTarget.value })}
        />
        <TextInput
          type="date"
          label="Cadastro até"
          max="9999-12-31"
          error={inverted && 'Anterior ao início'}
          value={filtros.data_fim}
          onChange={(event) => change({ data_fim: event.currentTarget.value })}
        />
        <PacoteFiltro codigo={filtros.codigo_pacote} onChange={(codigo_pacote) => change({ codigo_pacote })} />
        <Select
          label="Ordem"
          data={ordens}
          allowDeselect={false}
          value={filtros.ordem}
          onChange={(ordem) => ordem && change({ ordem: ordem as Filtros['ordem'] })}
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
          disabled={!filtered}
          onClick={() => change({ ...semFiltros, ordem: filtros.ordem })}
        >
          Limpar filtros
        </Button>
      </div>
    </search>
  )
}
