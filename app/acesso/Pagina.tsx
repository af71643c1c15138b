'use client'
import { Alert, Anchor, Stack, Title } from '@mantine/core'
import Link from 'next/link'
import type { ReactNode } from 'react'
import { supervisao } from '#server/acesso/rules/supervisao'
import type { Papel } from '#server/acesso/wire'
import { Abas, type Assunto } from './Abas.tsx'
import { useUsuario } from './Usuario.tsx'

interface Circulo {
  papeis: readonly Papel[]
  titulo: string
  recusa: string
}

const circulos = {
  supervisao: {
    papeis: supervisao,
    titulo: 'Página da supervisão',
    recusa: 'Sua conta de atendente não abre esta página.',
  },
  administracao: {
    papeis: ['administrador'],
    titulo: 'Página da administração',
    recusa: 'Sua conta não abre esta página.',
  },
} satisfies Record<string, Circulo>

interface Props {
  so: keyof typeof circulos
  /** The pages whose tabs are its heading; without it, the page draws a heading of its own. */
  abas?: Assunto
  gap?: 'sm' | 'md'
  children: ReactNode
}

/**
 * The frame of a page that not everybody sees. The server refuses the others anyway; this tells them before they see a
 * page full of errors. It stands in the route, around the page, so that a refused page asks the server for nothing.
 */
export function Pagina({ so, abas, gap = 'sm', children }: Props) {
  const { papel } = useUsuario()
  const { papeis, titulo, recusa }: Circulo = circulos[so]
  if (papeis.includes(papel))
    return (
      <Stack gap={gap} maw={1400} mx="auto">
        {abas && <Abas titulo={abas} />}
        {children}
      </Stack>
    )
  return (
    <Stack gap="md" maw={1400} mx="auto">
      <Title order={1}>{titulo}</Title>
      <Alert color="yellow" role="alert">
        {recusa}{' '}
        <Anchor component={Link} href="/painel" inherit c="inherit" underline="always">
          Voltar ao painel
        </Anchor>
      </Alert>
    </Stack>
  )
}
