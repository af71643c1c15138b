/** The colour of a service's state. The words say the same: colour alone tells nothing. */
export function statusColor(status_prefixo: string): string {
  if (status_prefixo === 'servico_habilitado') return 'teal'
  if (status_prefixo.startsWith('cancelado')) return 'gray'
  if (/bloque|suspens|inadimpl|reduzid/.test(status_prefixo)) return 'red'
  return 'yellow'
}
