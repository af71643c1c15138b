import { Button, Stack } from '@mantine/core'
import { useState } from 'react'
import type { Ligacao } from '#server/ligacao/wire/ligacao'
import { ClienteBusca } from '../cliente/ClienteBusca.tsx'
import { CandidatosLista } from '../cliente/ClienteOpcao.tsx'

interface Props {
  ligacao: Ligacao
  busy: boolean
  onPick: (id_cliente: number) => void
}

/** Nobody identified yet: choose among those who share the telephone, or search. */
export function EscolhaCliente({ ligacao, busy, onPick }: Props) {
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
