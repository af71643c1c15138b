'use client'
import { Button, createSafeContext } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { usePathname } from 'next/navigation'
import { type ReactNode, useEffect, useRef } from 'react'
import type { UsuarioAtual } from '#server/acesso/wire'
import { Loading, QueryFailure, TelaInteira } from '../ui/feedback.tsx'
import { noteFuso } from '../ui/fuso.ts'
import { noteTelaDe } from '../ui/network/request.ts'
import { useRecusaAfter } from '../ui/parts/useRecusa.tsx'
import { signOut, useEu } from './acessoQueries.ts'

export const [UsuarioContext, useUsuario] = createSafeContext<UsuarioAtual>('useUsuario outside UsuarioProvider')

/**
 * Asks who is signed in where the page did not say so, and draws its children only when it knows. When somebody else
 * signs in in another tab, the page loads anew, so that nothing of the first user stays.
 */
export function UsuarioProvider({ usuario, children }: { usuario: UsuarioAtual | null; children: ReactNode }) {
  const eu = useEu(usuario)
  const first = useRef(eu.data?.id)
  first.current ??= eu.data?.id
  const trocado = eu.data !== undefined && eu.data.id !== first.current
  useEffect(() => {
    if (trocado) window.location.reload()
  }, [trocado])
  if (eu.data && !trocado) {
    noteFuso(eu.data.fuso)
    noteTelaDe(eu.data.id)
    return <UsuarioContext value={eu.data}>{children}</UsuarioContext>
  }
  return <TelaInteira>{eu.error ? <QueryFailure query={eu} /> : <Loading texto="Carregando" />}</TelaInteira>
}

/** `first` saves what is unsaved. */
export function SignOutButton({ first }: { first: () => Promise<void> }) {
  const { id } = useUsuario()
  const leave = useMutation({ mutationFn: () => first().then(() => signOut(id)) })
  // A panel above the page, which goes with the page, has its close button here.
  const { guard, aviso } = useRecusaAfter(usePathname())
  return (
    <div {...guard}>
      <Button
        variant="subtle"
        color="gray"
        size="sm"
        px={8}
        fw={500}
        loading={leave.isPending}
        onClick={() => leave.mutate()}
      >
        {leave.isError ? 'Sair (tentar de novo)' : 'Sair'}
      </Button>
      {aviso}
    </div>
  )
}
