import type { ServicoPagina } from '#server/cliente/wire/browse'

type Rede = ServicoPagina['interface'] | ServicoPagina['equipamento_conexao']

/** An interface or a piece of equipment in one line: its name, then what tells it apart. */
export function rede(parte: Rede): string | null {
  if (!parte) return null
  const more = 'tipo' in parte ? [parte.tipo, parte.called_sid] : [parte.ipv4, parte.ipv6]
  return [parte.nome, ...more].filter(Boolean).join(' · ')
}

export const porta = (parte: ServicoPagina['porta_atendimento']): string | null =>
  parte && `${parte.numero} em ${parte.equipamento}`
