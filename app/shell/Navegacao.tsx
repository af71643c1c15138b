import { Badge, Button, Group } from '@mantine/core'
import Link from 'next/link'
import { usePathname } from 'next/navigation'
import { useLigacoes } from '../ligacoes/LigacoesContext.ts'
import { useUsuario } from '../sessao/UsuarioContext.ts'
import { destinosDe } from './navegacao.ts'

/** Links to the pages this role may see; with a single one there is nothing to choose. */
export function Navegacao() {
  const { papel } = useUsuario()
  const { abertas } = useLigacoes()
  const pathname = usePathname()
  const destinos = destinosDe(papel)
  if (destinos.length < 2) return null
  return (
    <Group component="nav" aria-label="Páginas" gap={4}>
      {destinos.map(({ href, rotulo }) => {
        const here = pathname === href || pathname.startsWith(`${href}/`)
        return (
          <Button
            key={href}
            component={Link}
            href={href}
            size="compact-md"
            variant={here ? 'light' : 'subtle'}
            aria-current={here ? 'page' : undefined}
            rightSection={
              href === '/painel' && !here && abertas.length > 0 ? <Badge size="sm">{abertas.length}</Badge> : undefined
            }
          >
            {rotulo}
          </Button>
        )
      })}
    </Group>
  )
}
