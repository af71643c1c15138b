import { Button, Group, Title } from '@mantine/core'
import Link from 'next/link'
import { usePathname } from 'next/navigation'
import { useUsuario } from '../acesso/Usuario.tsx'

const abas = [
  { href: '/faturamento', rotulo: 'Registrar' },
  { href: '/faturamento/eventos', rotulo: 'Eventos registrados' },
  { href: '/faturamento/tipos', rotulo: 'Tipos', papel: 'administrador' },
]

/** The pages of billing, under one heading. */
export function Abas() {
  const { papel } = useUsuario()
  const pathname = usePathname()
  return (
    <Group gap="md">
      <Title order={1} size="h2">
        Faturamento
      </Title>
      <Group component="nav" aria-label="Faturamento" gap={4}>
        {abas
          .filter((aba) => !aba.papel || aba.papel === papel)
          .map(({ href, rotulo }) => (
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
    </Group>
  )
}
