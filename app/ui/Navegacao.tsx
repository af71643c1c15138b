import { Badge, Button, Group } from '@mantine/core'
import Link from 'next/link'
import { usePathname } from 'next/navigation'
import type { Papel } from '#server/acesso/wire'

interface Destino {
  href: string
  rotulo: string
  papeis: readonly Papel[]
}

const todos: readonly Papel[] = ['atendente', 'supervisor', 'administrador']
const supervisao: readonly Papel[] = ['supervisor', 'administrador']

/** The pages of the desk and who may see them, a line each; the server judges again by itself. */
const destinos: readonly Destino[] = [
  { href: '/painel', rotulo: 'Painel', papeis: todos },
  { href: '/ligacoes', rotulo: 'Chamadas', papeis: todos },
  { href: '/clientes', rotulo: 'Clientes', papeis: supervisao },
  { href: '/faturamento', rotulo: 'Faturamento', papeis: supervisao },
  { href: '/auditoria', rotulo: 'Auditoria', papeis: ['administrador'] },
]

/** Links to the pages this role may see; with a single one there is nothing to choose. `emAberto` counts the open calls. */
export function Navegacao({ papel, emAberto }: { papel: Papel; emAberto: number }) {
  const pathname = usePathname()
  const visiveis = destinos.filter((destino) => destino.papeis.includes(papel))
  if (visiveis.length < 2) return null
  return (
    <Group component="nav" aria-label="Páginas" gap={4}>
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
            rightSection={href === '/painel' && !here && emAberto > 0 ? <Badge size="sm">{emAberto}</Badge> : undefined}
          >
            {rotulo}
          </Button>
        )
      })}
    </Group>
  )
}
