import { semAcento } from '../../acesso/rules/semAcento.ts'

/** What a service's state means to whoever answers the telephone, the one that matters most first. */
export const situacoesPorImportancia = [
  'suspenso_debito',
  'bloqueado',
  'suspenso_pedido',
  'aguardando',
  'outro',
  'habilitado',
  'cancelado',
] as const
export type Situacao = (typeof situacoesPorImportancia)[number]

/** The order in which services, and the customers that have them, are offered: what works first. docs/interface.md: Search. */
export const situacoesPorOferta = [
  'habilitado',
  'outro',
  'aguardando',
  'suspenso_pedido',
  'bloqueado',
  'suspenso_debito',
  'cancelado',
] as const satisfies readonly Situacao[]

/**
 * `status_prefixo` of a cancelled service, for the list, which leaves it out unless `cancelado=sim`, and for the
 * screens. It stands here and not beside the schemas, which would come along into the browser.
 */
export const statusPrefixoCancelado = 'cancelado'

/** The key of a service's state, as imported. The interface names two keys only: `cancelado`, `servico_habilitado`. */
interface ComStatus {
  status_prefixo: string
}

/**
 * How a key that is not `cancelado` tells its state: the first pattern that fits counts; `%` stands for anything, as in
 * LIKE. A key that names a request is `suspenso_pedido` even if it names a debt, too. A key that fits none is `outro`,
 * never guessed; so is a key that only begins as the list's one word for cancelled.
 */
export const sinais: readonly (readonly [Exclude<Situacao, 'cancelado'>, readonly string[]])[] = [
  ['outro', ['cancelad%']],
  ['suspenso_pedido', ['%pedido%', '%solicita%', '%ferias%', '%voluntari%']],
  ['suspenso_debito', ['%inadimpl%', '%debito%', '%suspens%debit%', '%suspens%financ%', '%suspens%atras%']],
  ['bloqueado', ['%bloque%', '%suspens%', '%reduzid%', 'inativ%', 'servico_inativ%', '%franquia%']],
  ['aguardando', ['%aguard%', '%pendent%', '%agendad%']],
  ['habilitado', ['habilitad%', 'ativ%', 'servico_habilitad%', 'servico_ativ%']],
]

const patterns = sinais.map(
  ([situacao, all]) =>
    [situacao, new RegExp(`^(?:${all.map((each) => each.replaceAll('%', '.*')).join('|')})$`, 's')] as const,
)

/** The state that the service's key means. */
export function situacaoDe({ status_prefixo }: ComStatus): Situacao {
  if (status_prefixo === statusPrefixoCancelado) return 'cancelado'
  const key = semAcento(status_prefixo)
  return patterns.find(([, pattern]) => pattern.test(key))?.[0] ?? 'outro'
}

const weight = (servico: ComStatus) => situacoesPorImportancia.indexOf(situacaoDe(servico))

/** The services, the one that matters most first; equal ones keep their order. */
export const porImportancia = <T extends ComStatus>(servicos: readonly T[]): T[] =>
  servicos.toSorted((one, other) => weight(one) - weight(other))

/** Compares services as they are offered; equal ones by their number. */
export function byServico<T extends ComStatus & { id_cliente_servico: number }>(one: T, other: T): number {
  const place = (servico: ComStatus) => situacoesPorOferta.indexOf(situacaoDe(servico))
  return place(one) - place(other) || one.id_cliente_servico - other.id_cliente_servico
}

interface SituacaoContrato<T> {
  situacao: Situacao
  /** The first service in that state. */
  servico: T
  /** How many services are in that state. */
  quantos: number
}

/**
 * The one state of a contract of several services: the worst that matters. A cancelled service counts only where all are.
 * Null without services. docs/interface.md: Context.
 */
export function situacaoDoContrato<T extends ComStatus>(servicos: readonly T[]): SituacaoContrato<T> | null {
  const [servico] = porImportancia(servicos)
  if (!servico) return null
  const situacao = situacaoDe(servico)
  return { situacao, servico, quantos: servicos.filter((each) => situacaoDe(each) === situacao).length }
}
