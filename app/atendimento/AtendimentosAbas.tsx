import { Button, Group, Title } from '@mantine/core'
import Link from 'next/link'
import { usePathname } from 'next/navigation'
import type { Papel } from '#server/acesso/wire'
import { useUsuario } from '../acesso/Usuario.tsx'

const abas: readonly { href: string; rotulo: string; papeis: readonly Papel[] }[] = [
  { href: '/atendimentos', rotulo: 'Lista', papeis: ['supervisor', 'administrador'] },
  { href: '/atendimentos/modelos', rotulo: 'Modelos', papeis: ['supervisor', 'administrador'] },
  { href: '/atendimentos/opcoes', rotulo: 'Motivos e desfechos', papeis: ['administrador'] },
]

/** The pages of tickets, under one heading; an agent has the list alone. */
export function AtendimentosAbas() {
  const { papel } = useUsuario()
  const pathname = usePathname()
  const visiveis = abas.filter(({ papeis }) => papeis.includes(papel))
  return (
    <Group gap="md">
      <Title order={1} size="h2">
        Atendimentos
      </Title>
      {visiveis.length > 0 && (
        <Group component="nav" aria-label="Atendimentos" gap={4}>
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
