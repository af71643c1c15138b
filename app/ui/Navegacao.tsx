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

/** The pages of the desk and who may see them, a line each; the server judges again by itself. */
const destinos: readonly Destino[] = [
  { href: '/painel', rotulo: 'Painel', papeis: todos },
  { href: '/perdidas', rotulo: 'Perdidas', papeis: todos },
  { href: '/ligacoes', rotulo: 'Chamadas', papeis: todos },
  { href: '/atendimentos', rotulo: 'Atendimentos', papeis: todos },
  { href: '/clientes', rotulo: 'Clientes', papeis: supervisao },
  { href: '/faturamento', rotulo: 'Faturamento', papeis: supervisao },
  { href: '/auditoria', rotulo: 'Auditoria', papeis: ['administrador'] },
]

/** The pages that this role may see. */
export const destinosDe = (papel: Papel) => destinos.filter((destino) => destino.papeis.includes(papel))

/** What waits at a page, beside its link. */
export type Contagens = Readonly<Record<string, { total: number; cor?: string; what: string }>>

/** Links to the pages this role may see; with a single one there is nothing to choose. */
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

/** Up to 99; what is counted is said to those who cannot see where it stands. */
function Contagem({ total = 0, cor, what }: Partial<Contagens[string]>) {
  if (total === 0) return null
  return (
    <Badge size="sm" {...(cor && { color: cor })}>
      {total > 99 ? '99+' : total}
      <VisuallyHidden> {what}</VisuallyHidden>
    </Badge>
  )
}
