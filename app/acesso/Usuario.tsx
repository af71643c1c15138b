'use client'
import { Button } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { createContext, type ReactNode, useContext } from 'react'
import type { UsuarioAtual } from '#server/acesso/wire'
import { FailureAlert, Loading, TelaInteira } from '../ui/feedback.tsx'
import { signOut, useEu } from './acessoQueries.ts'

const UsuarioContext = createContext<UsuarioAtual | null>(null)

/** Who is signed in, as it came with the page; where it did not, asks, and draws nothing below before it knows. */
export function UsuarioProvider({ usuario, children }: { usuario: UsuarioAtual | null; children: ReactNode }) {
  const eu = useEu(usuario)
  if (eu.data) return <UsuarioContext value={eu.data}>{children}</UsuarioContext>
  return (
    <TelaInteira>
      {eu.error ? <FailureAlert error={eu.error} onRetry={() => void eu.refetch()} /> : <Loading texto="Carregando" />}
    </TelaInteira>
  )
}

/** The signed-in user. */
export function useUsuario(): UsuarioAtual {
  const usuario = useContext(UsuarioContext)
  if (!usuario) throw new Error('useUsuario outside UsuarioProvider')
  return usuario
}

/** Does first what must not be lost, then ends the session. */
export function SignOutButton({ first }: { first: () => Promise<void> }) {
  const leave = useMutation({ mutationFn: () => first().then(signOut) })
  return (
    <Button variant="default" size="sm" px="sm" loading={leave.isPending} onClick={() => leave.mutate()}>
      {leave.isError ? 'Sair (tentar de novo)' : 'Sair'}
    </Button>
  )
}
