import { Escolha } from '../ui/lista/Escolha.tsx'
import { type Posto, periodoPosto, posto } from '../ui/lista/Filtros.tsx'
import { type Periodo, PeriodoCampos } from '../ui/lista/PeriodoCampos.tsx'
import { useChamados } from './perdidasQueries.ts'

interface PeriodoDeQuem extends Periodo {
  usuario: string
}

interface Props {
  filtros: PeriodoDeQuem
  /** Everybody's calls are shown, so one agent's can be chosen. */
  todas: boolean
  change: (changes: { [Nome in keyof PeriodoDeQuem]?: string | null }) => void
}

export function PeriodoFiltros({ filtros, todas, change }: Props) {
  const chamados = useChamados(todas)
  return (
    <>
      <PeriodoCampos filtros={filtros} change={change} />
      {todas && (
        <Escolha
          label="Atendente"
          todos="Toda a equipe"
          opcoes={(chamados.data ?? []).map(({ id, nome }) => ({ value: String(id), label: nome }))}
          value={filtros.usuario}
          onChange={(usuario) => change({ usuario })}
        />
      )}
    </>
  )
}

export function usePeriodoPostos(filtros: PeriodoDeQuem, todas: boolean, change: Props['change']): Posto[] {
  const chamados = useChamados(todas)
  const { usuario } = filtros
  const nome = chamados.data?.find(({ id }) => String(id) === usuario)?.nome
  return [
    ...periodoPosto(['Desde', 'Até'], filtros, change),
    ...posto('Atendente', usuario, () => change({ usuario: null }), nome),
  ]
}
