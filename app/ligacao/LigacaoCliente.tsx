import { Button, Group, Stack } from '@mantine/core'
import { useState } from 'react'
import type { Ligacao } from '#server/ligacao/wire/ligacao'
import { AtendimentoEditor } from '../atendimento/AtendimentoEditor.tsx'
import { ClienteBusca } from '../cliente/ClienteBusca.tsx'
import { ClienteDetalhes } from '../cliente/ClienteDetalhes.tsx'
import { CandidatosLista } from '../cliente/ClienteOpcao.tsx'
import { FaturarLink } from '../cliente/FaturarLink.tsx'
import type { LigacaoActions } from './useLigacaoActions.ts'

/** The customer's part of the window: known with a ticket, known without, or still to be found. */
export function LigacaoCliente({ ligacao, actions }: { ligacao: Ligacao; actions: LigacaoActions }) {
  const [changing, setChanging] = useState(false)
  const { cliente, atendimento } = ligacao

  const pick = (id_cliente: number) => {
    setChanging(false)
    actions.link.run(id_cliente)
  }
  if (!cliente) return <EscolhaCliente ligacao={ligacao} busy={actions.link.pending} onPick={pick} />
  if (atendimento)
    return (
      <Stack gap="sm">
        <ClienteDetalhes cliente={cliente} />
        <AtendimentoEditor key={atendimento.id} atendimento={atendimento} />
        {cliente.servicos.length > 0 && <FaturarLink idCliente={cliente.id_cliente} />}
      </Stack>
    )
  return (
    <Stack gap="sm">
      <ClienteDetalhes cliente={cliente} />
      <Group gap="xs">
        <Button data-proximo-passo loading={actions.open.pending} onClick={() => actions.open.run()}>
          Abrir atendimento
        </Button>
        <Button variant="subtle" aria-expanded={changing} onClick={() => setChanging(!changing)}>
          {changing ? 'Manter este cliente' : 'Trocar cliente'}
        </Button>
        {cliente.servicos.length > 0 && <FaturarLink idCliente={cliente.id_cliente} />}
      </Group>
      {changing && <ClienteBusca autoFocus busy={actions.link.pending} onPick={(picked) => pick(picked.id_cliente)} />}
    </Stack>
  )
}

interface EscolhaProps {
  ligacao: Ligacao
  busy: boolean
  onPick: (id_cliente: number) => void
}

/** Nobody identified yet: choose among those who share the telephone, or search. */
function EscolhaCliente({ ligacao, busy, onPick }: EscolhaProps) {
  const [searching, setSearching] = useState(false)
  if (ligacao.candidatos.length === 0)
    return <ClienteBusca busy={busy} onPick={(cliente) => onPick(cliente.id_cliente)} />
  return (
    <Stack gap="sm">
      <CandidatosLista candidatos={ligacao.candidatos} busy={busy} onPick={(cliente) => onPick(cliente.id_cliente)} />
      {searching ? (
        <ClienteBusca autoFocus busy={busy} onPick={(cliente) => onPick(cliente.id_cliente)} />
      ) : (
        <Button variant="subtle" onClick={() => setSearching(true)}>
          Nenhum destes: procurar outro
        </Button>
      )}
    </Stack>
  )
}
