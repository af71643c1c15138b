import { Button, Group, NativeSelect, TextInput } from '@mantine/core'
import { IconFilter, IconSearch } from '@tabler/icons-react'
import { createSerializer, parseAsString } from 'nuqs'
import { useState } from 'react'
import { useUsuario } from '../../acesso/Usuario.tsx'
import { PeriodoCampos } from '../../ui/lista/PeriodoCampos.tsx'
import { useFiltros } from '../../ui/lista/useFiltros.ts'
import { useColegas, useOpcoes } from '../atendimentoQueries.ts'
import classes from './atendimentosLista.module.css'

const texto = parseAsString.withDefault('')
const filtrados = {
  termo: texto,
  data_inicio: texto,
  data_fim: texto,
  estado: texto,
  id_motivo: texto,
  id_desfecho: texto,
  usuario: texto,
  autor: texto,
}
/** `atendimento`: the ticket that is open beside the list. */
const parsers = { ...filtrados, atendimento: texto }
const serialize = createSerializer(filtrados)
const unfiltered = {
  ...{ termo: null, data_inicio: null, data_fim: null, estado: null },
  ...{ id_motivo: null, id_desfecho: null, usuario: null, autor: null },
}

/** The filters live in the address; an empty text is no filter. `query` is the same for the server. */
export function useAtendimentosFiltros() {
  const { filtros, change } = useFiltros(parsers, 'termo')
  const { atendimento, ...asked } = filtros
  return { filtros: asked, aberto: atendimento, change, query: serialize(asked).slice(1) }
}

type Props = Pick<ReturnType<typeof useAtendimentosFiltros>, 'filtros' | 'change'>

export function AtendimentosFiltros({ filtros, change }: Props) {
  const { papel } = useUsuario()
  const [dobrados, setDobrados] = useState(true)
  const emUso = Object.entries(filtros).filter(([nome, valor]) => nome !== 'termo' && valor !== '').length
  return (
    <Group component="search" gap="sm" align="flex-start">
      <TextInput
        label="Buscar"
        placeholder="Protocolo, cliente, telefone ou palavras"
        leftSection={<IconSearch size={16} aria-hidden />}
        miw={{ base: '100%', sm: 320 }}
        spellCheck={false}
        autoComplete="off"
        maxLength={120}
        value={filtros.termo}
        onChange={(event) => change({ termo: event.currentTarget.value })}
      />
      <Button
        hiddenFrom="sm"
        size="xs"
        variant="subtle"
        aria-expanded={!dobrados}
        leftSection={<IconFilter size={16} aria-hidden />}
        onClick={() => setDobrados(!dobrados)}
      >
        {emUso > 0 ? `Filtros (${emUso})` : 'Filtros'}
      </Button>
      <Group gap="sm" align="flex-start" className={classes.filtros} data-dobrados={dobrados}>
        <PeriodoCampos rotulos={['Abertos desde', 'Abertos até']} filtros={filtros} change={change} />
        <NativeSelect
          label="Estado"
          data={[
            { value: '', label: 'Todos' },
            { value: 'aberto', label: 'Abertos' },
            { value: 'fechado', label: 'Fechados' },
          ]}
          value={filtros.estado}
          onChange={(event) => change({ estado: event.currentTarget.value })}
        />
        <OpcaoFiltro
          label="Motivo"
          lista="motivo"
          value={filtros.id_motivo}
          onChange={(id_motivo) => change({ id_motivo })}
        />
        <OpcaoFiltro
          label="Desfecho"
          lista="desfecho"
          value={filtros.id_desfecho}
          onChange={(id_desfecho) => change({ id_desfecho })}
        />
        {papel !== 'atendente' && (
          <>
            <ColegaFiltro label="Atendente" value={filtros.usuario} onChange={(usuario) => change({ usuario })} />
            <ColegaFiltro label="Aberto por" value={filtros.autor} onChange={(autor) => change({ autor })} />
          </>
        )}
        <Button
          variant="subtle"
          style={{ alignSelf: 'flex-end' }}
          disabled={serialize(filtros) === ''}
          onClick={() => change(unfiltered)}
        >
          Limpar filtros
        </Button>
      </Group>
    </Group>
  )
}

interface FiltroProps {
  label: string
  value: string
  onChange: (value: string) => void
}

function OpcaoFiltro({ label, lista, value, onChange }: FiltroProps & { lista: 'motivo' | 'desfecho' }) {
  const opcoes = useOpcoes()
  const data = (opcoes.data ?? [])
    .filter((opcao) => opcao.lista === lista)
    .map(({ id, descricao }) => ({ value: String(id), label: descricao }))
    .sort((one, other) => one.label.localeCompare(other.label, 'pt-BR'))
  return (
    <NativeSelect
      label={label}
      maw={165}
      data={[{ value: '', label: 'Todos' }, ...data]}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  )
}

function ColegaFiltro({ label, value, onChange }: FiltroProps) {
  const colegas = useColegas()
  const data = (colegas.data ?? []).map(({ id, nome, ativo }) => ({
    value: String(id),
    label: ativo ? nome : `${nome} (desativado)`,
  }))
  return (
    <NativeSelect
      label={label}
      maw={165}
      data={[{ value: '', label: 'Todos' }, ...data]}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  )
}
