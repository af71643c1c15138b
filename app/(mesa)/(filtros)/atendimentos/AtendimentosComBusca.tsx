'use client'
import { AtendimentosPagina } from '../../../atendimento/lista/AtendimentosPagina.tsx'
import { ClienteBusca } from '../../../cliente/busca/ClienteBusca.tsx'

/** Passes in the customers' own search for a ticket's customer: its room comes after the room of tickets. */
export function AtendimentosComBusca() {
  return <AtendimentosPagina ClienteSearch={ClienteSearch} />
}

const ClienteSearch = ({ busy, onPick }: { busy: boolean; onPick: (id_cliente: number) => void }) => (
  <ClienteBusca busy={busy} onPick={({ id_cliente }) => onPick(id_cliente)} />
)
