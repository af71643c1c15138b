import type { Mistakes } from '../../refusal.ts'

interface Known {
  servicoExists: boolean
  tipoServico: 'active' | 'disabled' | 'unknown'
}

/** Mistakes about identifiers that are well formed and name nothing. An id of null is a mistake of form, told elsewhere. */
export function checkIds(
  { id_cliente_servico, id_tipo_servico }: { id_cliente_servico: number | null; id_tipo_servico: number | null },
  { servicoExists, tipoServico }: Known,
): Mistakes {
  const mistakes: Mistakes = {}
  if (id_cliente_servico !== null && !servicoExists) {
    mistakes.id_cliente_servico = ['não corresponde a nenhum serviço de cliente cadastrado']
  }
  if (id_tipo_servico !== null && tipoServico !== 'active') {
    mistakes.id_tipo_servico = [
      tipoServico === 'unknown' ? 'não corresponde a nenhum tipo de serviço' : 'é de um tipo de serviço desativado',
    ]
  }
  return mistakes
}
