import { Checkbox, NativeSelect } from '@mantine/core'
import type { ReactNode } from 'react'
import { BuscaCampo } from '../../ui/lista/BuscaCampo.tsx'
import { Escolha } from '../../ui/lista/Escolha.tsx'
import { Filtros, type Posto, periodoPosto, posto } from '../../ui/lista/Filtros.tsx'
import { PeriodoCampos } from '../../ui/lista/PeriodoCampos.tsx'
import { useOpcoesFiltro, usePacotes } from '../clienteQueries.ts'
import classes from './clientesLista.module.css'
import {
  type ChangeFiltros,
  type Filtros as FiltrosDeClientes,
  ordens,
  orderOf,
  semFiltros,
  unfiltered,
} from './useClientesFiltros.ts'

const cadastro: [string, string] = ['Cadastro desde', 'Cadastro até']

interface Props {
  filtros: FiltrosDeClientes
  change: ChangeFiltros
  searching: boolean
  /** Shown after the filters' button. */
  depois: ReactNode
}

export function ClientesFiltros({ filtros, change, searching, depois }: Props) {
  const { order_by, order_type } = orderOf(filtros)
  return (
    <Filtros
      busca={
        <BuscaCampo
          label="Buscar na lista"
          placeholder="Nome, CPF/CNPJ, código, telefone, login, protocolo ou rua e número"
          searching={searching}
          value={filtros.termo}
          onChange={(termo) => change({ termo })}
        />
      }
      depois={depois}
      postos={usePostos(filtros, change)}
      limpo={unfiltered(filtros)}
      onClear={() => change(semFiltros)}
    >
      <ServicoFiltros filtros={filtros} change={change} />
      <PeriodoCampos rotulos={cadastro} filtros={filtros} change={change} />
      <NativeSelect
        label="Ordem"
        data={ordens.map(({ value, label }) => ({ value, label }))}
        value={ordens.find((each) => each.order_by === order_by && each.order_type === order_type)?.value ?? ''}
        onChange={(event) => change(chooseOrder(event.currentTarget.value))}
      />
      <Checkbox
        className={classes.checkbox}
        label="Serviços cancelados"
        checked={filtros.cancelado === 'sim'}
        onChange={(event) => change({ cancelado: event.currentTarget.checked ? 'sim' : 'nao' })}
      />
    </Filtros>
  )
}

function usePostos(filtros: FiltrosDeClientes, change: ChangeFiltros): Posto[] {
  const { data: opcoes } = useOpcoesFiltro()
  const { status, cidade, tecnologia, olt, codigo_pacote, cancelado } = filtros
  const palavra = opcoes?.status.find(({ status_prefixo }) => status_prefixo === status)?.status ?? status
  return [
    ...posto('Status', status, () => change({ status: null }), palavra),
    ...posto('Cidade', cidade, () => change({ cidade: null })),
    ...posto('Tecnologia', tecnologia, () => change({ tecnologia: null })),
    ...posto('Equipamento', olt, () => change({ olt: null })),
    ...posto('Pacote', codigo_pacote, () => change({ codigo_pacote: null })),
    ...periodoPosto(cadastro, filtros, change),
    ...posto('Serviços cancelados', cancelado === 'sim' ? 'sim' : '', () => change({ cancelado: null })),
  ]
}

/** The two parts of a chosen order; none for the default, so that the address stays short. */
function chooseOrder(value: string): Parameters<ChangeFiltros>[0] {
  const chosen = ordens.slice(1).find((each) => each.value === value)
  return { order_by: chosen?.order_by ?? null, order_type: chosen?.order_type ?? null }
}

/** All filters here apply to one and the same service. */
function ServicoFiltros({ filtros, change }: Pick<Props, 'filtros' | 'change'>) {
  const { data: opcoes } = useOpcoesFiltro()
  const { data: pacotes } = usePacotes()
  const names = (values: readonly string[] = []) => values.map((value) => ({ value, label: value }))
  const campo = (nome: 'status' | 'cidade' | 'tecnologia' | 'olt' | 'codigo_pacote') => ({
    value: filtros[nome],
    onChange: (value: string | null) => change({ [nome]: value }),
  })
  return (
    <>
      <Escolha
        label="Status"
        opcoes={opcoes?.status.map(({ status_prefixo, status }) => ({ value: status_prefixo, label: status })) ?? []}
        {...campo('status')}
      />
      <Escolha label="Cidade" todos="Todas" opcoes={names(opcoes?.cidades)} {...campo('cidade')} />
      <Escolha label="Tecnologia" todos="Todas" opcoes={names(opcoes?.tecnologias)} {...campo('tecnologia')} />
      <Escolha label="OLT ou outro equipamento" opcoes={names(opcoes?.olts)} {...campo('olt')} />
      <Escolha
        label="Pacote"
        opcoes={(pacotes ?? []).map(({ codigo, descricao }) => ({ value: codigo, label: `${codigo} · ${descricao}` }))}
        {...campo('codigo_pacote')}
      />
    </>
  )
}
