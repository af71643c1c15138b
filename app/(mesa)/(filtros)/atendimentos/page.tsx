'use client'
import { AtendimentosPagina } from '../../../atendimento/lista/AtendimentosPagina.tsx'
import { ClienteBusca } from '../../../cliente/busca/ClienteBusca.tsx'

export default function Page() {
  return <AtendimentosPagina ClienteSearch={ClienteSearch} />
}

const ClienteSearch = ({ busy, onPick }: { busy: boolean; onPick: (id_cliente: number) => void }) => (
  <ClienteBusca busy={busy} onPick={({ id_cliente }) => onPick(id_cliente)} />
)
