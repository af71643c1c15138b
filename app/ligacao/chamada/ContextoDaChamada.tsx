import { memo, useCallback } from 'react'
import type { Ligacao } from '#server/ligacao/wire/ligacao'
import { FaturamentoLink } from '../../cliente/FaturamentoLink.tsx'
import { ChamadasDoTelefone } from '../../contexto/ChamadasContexto.tsx'
import { ClienteDetalhes } from '../../contexto/ClienteDetalhes.tsx'
import type { LigacaoActions } from './useLigacaoActions.ts'

interface Props extends Pick<Ligacao, 'id' | 'cliente'>, Pick<LigacaoActions, 'run'> {
  /** The call is open, and nobody has said yet that she attends it. */
  espera: boolean
}

/** What is known of the customer, or of the telephone while nobody said who calls. */
export const ContextoDaChamada = memo(function ContextoDaChamada({ id, cliente, espera, run }: Props) {
  // Whoever goes on with the caller's ticket has her on the line.
  const attend = useCallback(() => run({ acao: 'atender' }), [run])
  if (!cliente) return <ChamadasDoTelefone idLigacao={id} />
  return (
    <>
      <ClienteDetalhes cliente={cliente} idLigacao={id} {...(espera && { onContinue: attend })} />
      {cliente.servicos.length > 0 && <FaturamentoLink idCliente={cliente.id_cliente} />}
    </>
  )
})
