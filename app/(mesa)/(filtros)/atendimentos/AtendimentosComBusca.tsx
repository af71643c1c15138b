'use client'
import { AtendimentosPagina } from '../../../atendimento/lista/AtendimentosPagina.tsx'
import { ClienteBusca } from '../../../cliente/busca/ClienteBusca.tsx'

/** A ticket's customer is looked for by the customers' own search, which stands behind this room. */
export function AtendimentosComBusca() {
  return <AtendimentosPagina ClienteSearch={ClienteSearch} />
}

const ClienteSearch = ({ busy, onPick }: { busy: boolean; onPick: (id_cliente: number) => void }) => (
  <ClienteBusca busy={busy} onPick={({ id_cliente }) => onPick(id_cliente)} />
)
