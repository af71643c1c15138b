import { useDebouncedValue } from '@mantine/hooks'
import { createSerializer, parseAsStringLiteral } from 'nuqs'
import type { EstadoFiltro } from '#server/historico/wire'
import { PeriodoFiltros, usePeriodoPostos } from '../perdida/PeriodoFiltros.tsx'
import { BuscaCampo } from '../ui/lista/BuscaCampo.tsx'
import { Escolha } from '../ui/lista/Escolha.tsx'
import { Filtros, posto } from '../ui/lista/Filtros.tsx'
import { texto, useFiltros } from '../ui/lista/useFiltros.ts'

/** The list shows one word for both kinds of missed calls; the filter tells them apart. */
const opcoes: Record<EstadoFiltro, string> = {
  aberta: 'Em curso',
  atendida: 'Atendidas',
  fechada: 'Fechadas',
  cancelada: 'Perdidas: a central cancelou',
  perdida: 'Perdidas: nenhuma tela mostrou',
  expirada: 'Expiradas',
}
const isEstado = (nome: string): nome is EstadoFiltro => Object.hasOwn(opcoes, nome)
const estados = Object.keys(opcoes).filter(isEstado)

const parsers = {
  busca: texto,
  estado: parseAsStringLiteral(estados),
  data_inicio: texto,
  data_fim: texto,
  usuario: texto,
}
const serialize = createSerializer(parsers)

const typingPause = 250

/**
 * The filters live in the address. `typed` is the same for the server, and so is `query`, with the typed text after a
 * pause.
 */
export function useLigacoesFiltros() {
  const { filtros, change, clear } = useFiltros(parsers, 'busca')
  const [paused] = useDebouncedValue(filtros.busca, typingPause)
  const queryOf = (busca: string) => serialize({ ...filtros, busca: busca.trim() }).slice(1)
  return { filtros, change, clear, query: queryOf(filtros.busca && paused), typed: queryOf(filtros.busca) }
}

type Props = Omit<ReturnType<typeof useLigacoesFiltros>, 'query' | 'typed'> & { todas: boolean; searching: boolean }

export function LigacoesFiltros({ filtros, change, clear, todas, searching }: Props) {
  const { estado } = filtros
  return (
    <Filtros
      poucos
      busca={
        <BuscaCampo
          label="Buscar nas chamadas"
          placeholder="Telefone, nome, protocolo ou palavras do atendimento"
          searching={searching}
          value={filtros.busca}
          onChange={(busca) => change({ busca })}
        />
      }
      postos={[
        ...(estado ? posto('Estado', opcoes[estado], () => change({ estado: null })) : []),
        ...usePeriodoPostos(filtros, todas, change),
      ]}
      limpo={serialize(filtros) === ''}
      onClear={clear}
    >
      <Escolha
        label="Estado"
        opcoes={estados.map((value) => ({ value, label: opcoes[value] }))}
        value={estado ?? ''}
        onChange={(chosen) => change({ estado: estados.find((each) => each === chosen) ?? null })}
      />
      <PeriodoFiltros filtros={filtros} todas={todas} change={change} />
    </Filtros>
  )
}
