import { createLoader, createSerializer } from 'nuqs'
import type { ReactNode } from 'react'
import { eDaSupervisao } from '#server/acesso/rules/supervisao'
import { useUsuario } from '../../acesso/Usuario.tsx'
import { BuscaCampo } from '../../ui/lista/BuscaCampo.tsx'
import { Escolha } from '../../ui/lista/Escolha.tsx'
import { Filtros, type Posto, periodoPosto, posto } from '../../ui/lista/Filtros.tsx'
import { PeriodoCampos } from '../../ui/lista/PeriodoCampos.tsx'
import { texto, useFiltros } from '../../ui/lista/useFiltros.ts'
import { useColegas, useOpcoes } from '../atendimentoQueries.ts'

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
const semFiltros = createLoader(filtrados)('')

/** The filters live in the address; an empty text is no filter. `query` is the same for the server. */
export function useAtendimentosFiltros() {
  const { filtros, change } = useFiltros(parsers, 'termo')
  const { atendimento, ...asked } = filtros
  return { filtros: asked, aberto: atendimento, change, query: serialize(asked).slice(1) }
}

const abertos: [string, string] = ['Abertos desde', 'Abertos até']
const estados = [
  { value: 'aberto', label: 'Abertos' },
  { value: 'fechado', label: 'Fechados' },
]

type Props = Pick<ReturnType<typeof useAtendimentosFiltros>, 'filtros' | 'change'> & { depois: ReactNode }

export function AtendimentosFiltros({ filtros, change, depois }: Props) {
  const { papel } = useUsuario()
  const campo = (nome: keyof typeof filtros) => ({
    value: filtros[nome],
    onChange: (value: string | null) => change({ [nome]: value }),
  })
  return (
    <Filtros
      busca={<BuscaCampo label="Buscar" placeholder="Protocolo, cliente, telefone ou palavras" {...campo('termo')} />}
      depois={depois}
      postos={usePostos(filtros, change)}
      limpo={serialize(filtros) === ''}
      onClear={() => change(semFiltros)}
    >
      <PeriodoCampos rotulos={abertos} filtros={filtros} change={change} />
      <Escolha label="Estado" opcoes={estados} {...campo('estado')} />
      <OpcaoFiltro label="Motivo" lista="motivo" {...campo('id_motivo')} />
      <OpcaoFiltro label="Desfecho" lista="desfecho" {...campo('id_desfecho')} />
      {eDaSupervisao(papel) && (
        <>
          <ColegaFiltro label="Atendente" {...campo('usuario')} />
          <ColegaFiltro label="Aberto por" {...campo('autor')} />
        </>
      )}
    </Filtros>
  )
}

function usePostos(filtros: Props['filtros'], change: Props['change']): Posto[] {
  const opcoes = useOpcoes()
  const colegas = useColegas()
  const { estado, id_motivo, id_desfecho, usuario, autor } = filtros
  const opcao = (wanted: string) => opcoes.data?.find(({ id }) => String(id) === wanted)?.descricao
  const colega = (wanted: string) => colegas.data?.find(({ id }) => String(id) === wanted)?.nome
  const palavra = estados.find(({ value }) => value === estado)?.label
  return [
    ...periodoPosto(abertos, filtros, change),
    ...posto('Estado', estado, () => change({ estado: null }), palavra),
    ...posto('Motivo', id_motivo, () => change({ id_motivo: null }), opcao(id_motivo)),
    ...posto('Desfecho', id_desfecho, () => change({ id_desfecho: null }), opcao(id_desfecho)),
    ...posto('Atendente', usuario, () => change({ usuario: null }), colega(usuario)),
    ...posto('Aberto por', autor, () => change({ autor: null }), colega(autor)),
  ]
}

interface FiltroProps {
  label: string
  value: string
  onChange: (value: string | null) => void
}

function OpcaoFiltro({ lista, ...filtro }: FiltroProps & { lista: 'motivo' | 'desfecho' }) {
  const opcoes = useOpcoes()
  const data = (opcoes.data ?? [])
    .filter((opcao) => opcao.lista === lista)
    .map(({ id, descricao }) => ({ value: String(id), label: descricao }))
    .sort((one, other) => one.label.localeCompare(other.label, 'pt-BR'))
  return <Escolha opcoes={data} {...filtro} />
}

function ColegaFiltro(filtro: FiltroProps) {
  const colegas = useColegas()
  const data = (colegas.data ?? []).map(({ id, nome, ativo }) => ({
    value: String(id),
    label: ativo ? nome : `${nome} (desativado)`,
  }))
  return <Escolha opcoes={data} {...filtro} />
}
