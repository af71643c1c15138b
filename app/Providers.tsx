'use client'
import { MantineProvider } from '@mantine/core'
import { QueryClientProvider } from '@tanstack/react-query'
import { type ReactNode, useEffect, useState } from 'react'
import { coresLegiveis, tema } from './ui/aparencia/tema.ts'
import { noteAlive } from './ui/network/deadPage.ts'
import { createQueryClient } from './ui/network/request.ts'
import { ignoreSecondPresses } from './ui/parts/secondPress.ts'

export function Providers({ nonce, children }: { nonce: string | undefined; children: ReactNode }) {
  const [queryClient] = useState(createQueryClient)
  useEffect(ignoreSecondPresses, [])
  useEffect(noteAlive, [])
  return (
    <MantineProvider
      theme={tema}
      defaultColorScheme="auto"
      cssVariablesResolver={coresLegiveis}
      getStyleNonce={() => nonce ?? ''}
    >
      <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>
    </MantineProvider>
  )
}
