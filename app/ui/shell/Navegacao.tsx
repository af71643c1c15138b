import { Badge, Button, VisuallyHidden } from '@mantine/core'
import Link from 'next/link'
import { usePathname } from 'next/navigation'
import { supervisao } from '#server/acesso/rules/supervisao'
import type { Papel } from '#server/acesso/wire'
import classes from './shell.module.css'

interface Destino {
  href: string
  rotulo: string
  papeis: readonly Papel[]
}

const todos: readonly Papel[] = ['atendente', ...supervisao]

/** The pages and their roles; the server checks again. */
const destinos: readonly Destino[] = [
  { href: '/painel', rotulo: 'Painel', papeis: todos },
  { href: '/perdidas', rotulo: 'Perdidas', papeis: todos },
  { href: '/ligacoes', rotulo: 'Chamadas', papeis: todos },
  { href: '/atendimentos', rotulo: 'Atendimentos', papeis: todos },
  { href: '/clientes', rotulo: 'Clientes', papeis: supervisao },
  { href: '/faturamento', rotulo: 'Faturamento', papeis: supervisao },
  { href: '/auditoria', rotulo: 'Auditoria', papeis: ['administrador'] },
]

export const destinosDe = (papel: Papel) => destinos.filter((destino) => destino.papeis.includes(papel))

/** What waits at a page, shown beside its link. */
export type Contagens = Readonly<Record<string, { total: number; cor?: string; what: string }>>

export function Navegacao({ papel, contagens }: { papel: Papel; contagens: Contagens }) {
  const pathname = usePathname()
  const visiveis = destinosDe(papel)
  if (visiveis.length < 2) return null
  return (
    <nav aria-label="Páginas" className={classes.navegacao}>
      {visiveis.map(({ href, rotulo }) => {
        const here = pathname === href || pathname.startsWith(`${href}/`)
        return (
          <Button
            key={href}
            component={Link}
            href={href}
            size="compact-md"
            variant={here ? 'light' : 'subtle'}
            aria-current={here ? 'page' : undefined}
            rightSection={here && href === '/painel' ? undefined : <Contagem {...contagens[href]} />}
          >
            {rotulo}
          </Button>
        )
      })}
    </nav>
  )
}

/** `what` is for screen readers. */
function Contagem({ total = 0, cor, what }: Partial<Contagens[string]>) {
  if (total === 0) return null
  return (
    <Badge size="sm" {...(cor && { color: cor })}>
      {total > 99 ? '99+' : total}
      <VisuallyHidden> {what}</VisuallyHidden>
    </Badge>
  )
}
