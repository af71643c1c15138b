import { Button, Group, Title } from '@mantine/core'
import Link from 'next/link'
import { usePathname } from 'next/navigation'
import { supervisao } from '#server/acesso/rules/supervisao'
import type { Papel } from '#server/acesso/wire'
import { useUsuario } from './Usuario.tsx'

interface Aba {
  href: string
  rotulo: string
  papeis: readonly Papel[]
}

/** The pages under each heading, and the roles that see a link to them. */
const paginas = {
  Atendimentos: [
    { href: '/atendimentos', rotulo: 'Lista', papeis: supervisao },
    { href: '/atendimentos/modelos', rotulo: 'Modelos', papeis: supervisao },
    { href: '/atendimentos/opcoes', rotulo: 'Motivos e desfechos', papeis: ['administrador'] },
  ],
  Faturamento: [
    { href: '/faturamento', rotulo: 'Registrar', papeis: supervisao },
    { href: '/faturamento/eventos', rotulo: 'Eventos registrados', papeis: supervisao },
    { href: '/faturamento/tipos', rotulo: 'Tipos', papeis: ['administrador'] },
  ],
  Administração: [
    { href: '/admin', rotulo: 'Usuários', papeis: ['administrador'] },
    { href: '/admin/tokens', rotulo: 'Tokens', papeis: ['administrador'] },
    { href: '/admin/central', rotulo: 'Central', papeis: ['administrador'] },
    { href: '/admin/ajustes', rotulo: 'Ajustes', papeis: ['administrador'] },
    { href: '/diagnostico', rotulo: 'Por que não tocou?', papeis: supervisao },
    { href: '/auditoria', rotulo: 'Auditoria', papeis: ['administrador'] },
  ],
} satisfies Record<string, readonly Aba[]>

/** All of them that this role sees, for the command box. */
export const abasDe = (papel: Papel) =>
  Object.entries<readonly Aba[]>(paginas).flatMap(([titulo, abas]) =>
    abas.filter(({ papeis }) => papeis.includes(papel)).map((aba) => ({ ...aba, titulo })),
  )

export type Assunto = keyof typeof paginas

export function Abas({ titulo }: { titulo: Assunto }) {
  const { papel } = useUsuario()
  const pathname = usePathname()
  const abas: readonly Aba[] = paginas[titulo]
  const visiveis = abas.filter(({ papeis }) => papeis.includes(papel))
  return (
    <Group gap="md">
      <Title order={1}>{titulo}</Title>
      {visiveis.length > 0 && (
        <Group component="nav" aria-label={titulo} gap={4}>
          {visiveis.map(({ href, rotulo }) => (
            <Button
              key={href}
              component={Link}
              href={href}
              size="compact-md"
              variant={pathname === href ? 'light' : 'subtle'}
              aria-current={pathname === href ? 'page' : undefined}
            >
              {rotulo}
            </Button>
          ))}
        </Group>
      )}
    </Group>
  )
}
