'use client'
import { Box, Center } from '@mantine/core'
import type { ReactNode } from 'react'
import { EditoresProvider } from '../atendimentos/EditoresProvider.tsx'
import { LigacoesProvider } from '../ligacoes/LigacoesProvider.tsx'
import { UsuarioContext } from '../sessao/UsuarioContext.ts'
import { useEu } from '../sessao/useEu.ts'
import { Carregando } from './Carregando.tsx'
import { FailureAlert } from './FailureAlert.tsx'
import { Header } from './Header.tsx'
import { SkipLink } from './SkipLink.tsx'

/** Everything behind the sign-in: who it is, the live calls and the words being saved outlive a change of page. */
export function Shell({ children }: { children: ReactNode }) {
  const eu = useEu()
  if (eu.data)
    return (
      <UsuarioContext value={eu.data}>
        <LigacoesProvider>
          <EditoresProvider>
            <SkipLink />
            <Header />
            <Box component="main" id="conteudo" tabIndex={-1} p={{ base: 'sm', sm: 'md' }} style={{ outline: 'none' }}>
              {children}
            </Box>
          </EditoresProvider>
        </LigacoesProvider>
      </UsuarioContext>
    )
  return (
    <Center component="main" mih="100vh" p="md">
      {eu.error ? (
        <FailureAlert error={eu.error} onRetry={() => void eu.refetch()} />
      ) : (
        <Carregando texto="Carregando" />
      )}
    </Center>
  )
}
