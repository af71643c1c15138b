import type { Papel } from '#server/acesso/wire'

export interface Destino {
  href: string
  rotulo: string
  papeis: readonly Papel[]
}

/** The pages of the desk and who may see them; the server judges again by itself. */
const destinos: readonly Destino[] = [
  { href: '/painel', rotulo: 'Painel', papeis: ['atendente', 'supervisor', 'administrador'] },
  { href: '/clientes', rotulo: 'Clientes', papeis: ['supervisor', 'administrador'] },
  { href: '/faturamento', rotulo: 'Faturamento', papeis: ['supervisor', 'administrador'] },
  { href: '/auditoria', rotulo: 'Auditoria', papeis: ['administrador'] },
]

export const destinosDe = (papel: Papel) => destinos.filter((destino) => destino.papeis.includes(papel))
