import '@mantine/core/styles.css'
import './ui/aparencia/global.css'
import { ColorSchemeScript, mantineHtmlProps } from '@mantine/core'
import type { Metadata, Viewport } from 'next'
import { headers } from 'next/headers'
import type { ReactNode } from 'react'
import { Providers } from './Providers.tsx'
import { icone } from './ui/aparencia/icone.ts'
import { deadPageScript } from './ui/network/deadPage.ts'

export const metadata: Metadata = {
  title: { default: 'Alô', template: '%s · Alô' },
  description: 'Mesa de atendimento telefônico',
  icons: { icon: icone },
}
export const viewport: Viewport = { width: 'device-width', initialScale: 1 }

/** The dispatcher of the server makes the nonce, together with the policy that requires it. */
export default async function RootLayout({ children }: { children: ReactNode }) {
  const nonce = (await headers()).get('x-nonce') ?? undefined
  return (
    <html lang="pt-BR" {...mantineHtmlProps}>
      <head>
        <script nonce={nonce} suppressHydrationWarning>
          {deadPageScript}
        </script>
        <ColorSchemeScript defaultColorScheme="auto" nonce={nonce} />
      </head>
      <body>
        <Providers nonce={nonce}>{children}</Providers>
      </body>
    </html>
  )
}
