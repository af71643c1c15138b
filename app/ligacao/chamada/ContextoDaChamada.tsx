import { Button } from '@mantine/core'
import { memo, useCallback } from 'react'
import type { Ligacao } from '#server/ligacao/wire/ligacao'
import { FaturamentoLink } from '../../cliente/FaturamentoLink.tsx'
import { ChamadasDoTelefone } from '../../contexto/ChamadasContexto.tsx'
import { ClienteDetalhes } from '../../contexto/ClienteDetalhes.tsx'
import { useOpenLinha } from '../../historico/linhaDoTempo/LinhaAberta.tsx'
import type { DeQuem } from '../../historico/linhaDoTempo/LinhaDrawer.tsx'
import type { LigacaoActions } from './useLigacaoActions.ts'

interface Props extends Pick<Ligacao, 'id' | 'cliente'>, Pick<LigacaoActions, 'run'> {
  /** The call is open and not attended yet. */
  espera: boolean
  comAtendimento: boolean
}

export const ContextoDaChamada = memo(function ContextoDaChamada({ id, cliente, espera, comAtendimento, run }: Props) {
  // An agent who continues the caller's ticket is talking to the caller.
  const attend = useCallback(() => run({ acao: 'atender' }), [run])
  if (!cliente) return <ChamadasDoTelefone idLigacao={id} />
  return (
    <>
      <ClienteDetalhes
        cliente={cliente}
        idLigacao={id}
        comAtendimento={comAtendimento}
        historico={<LinhaBotao id_cliente={cliente.id_cliente} nome={cliente.nome_razaosocial} ligacao={id} />}
        {...(espera && { onContinue: attend })}
      />
      {cliente.servicos.length > 0 && <FaturamentoLink idCliente={cliente.id_cliente} />}
    </>
  )
})

function LinhaBotao(de: DeQuem) {
  const open = useOpenLinha()
  return (
    <Button size="compact-sm" variant="subtle" mr={-8} aria-haspopup="dialog" onClick={() => open(de)}>
      Linha do tempo
    </Button>
  )
}
