import {
  type Icon,
  IconAlertOctagonFilled,
  IconAlertTriangleFilled,
  IconCircleCheckFilled,
  IconHelpHexagonFilled,
  IconHourglassFilled,
  IconPlayerPauseFilled,
  IconSquareX,
} from '@tabler/icons-react'
import { type Situacao, situacaoDe, situacaoDoContrato } from '#server/cliente/rules/situacao'
import type { ServicoResumo } from '#server/cliente/wire/resumo'
import { contagem } from '../ui/format.ts'
import classes from './situacao.module.css'

/** A shape for each state, so that colour alone never tells it; the word is used where the import has none. */
const formas: Record<Situacao, [Icon: Icon, palavra: string]> = {
  suspenso_debito: [IconAlertOctagonFilled, 'Suspenso por débito'],
  bloqueado: [IconAlertTriangleFilled, 'Bloqueado'],
  suspenso_pedido: [IconPlayerPauseFilled, 'Suspenso a pedido'],
  aguardando: [IconHourglassFilled, 'Aguardando'],
  outro: [IconHelpHexagonFilled, 'Situação não informada'],
  habilitado: [IconCircleCheckFilled, 'Habilitado'],
  cancelado: [IconSquareX, 'Cancelado'],
}

type ComStatus = Pick<ServicoResumo, 'status' | 'status_prefixo'>

export function SituacaoFaixa({ servicos }: { servicos: readonly ComStatus[] }) {
  const contrato = situacaoDoContrato(servicos)
  const situacao = contrato?.situacao ?? 'outro'
  const [Forma, palavra] = formas[situacao]
  return (
    <p className={classes.faixa} data-situacao={situacao}>
      <Forma size={26} aria-hidden />
      <strong>{contrato ? contrato.servico.status || palavra : 'Sem serviços contratados'}</strong>
      {contrato && servicos.length > 1 && (
        <span className={classes.parte}>
          {contrato.quantos === servicos.length
            ? `nos ${servicos.length} serviços`
            : `${contrato.quantos} de ${contagem(servicos.length, 'serviço', 'serviços')}`}
        </span>
      )}
    </p>
  )
}

export function SituacaoServico({ servico }: { servico: ComStatus }) {
  const situacao = situacaoDe(servico)
  const [Forma, palavra] = formas[situacao]
  return (
    <span className={classes.marca} data-situacao={situacao}>
      <Forma size={16} aria-hidden />
      <span>{servico.status || palavra}</span>
    </span>
  )
}
