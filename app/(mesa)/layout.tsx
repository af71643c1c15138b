'use client'
import type { ReactNode } from 'react'
import { ContaMenu } from '../acesso/ContaMenu.tsx'
import { SairBotao, UsuarioProvider, useUsuario } from '../acesso/Usuario.tsx'
import { useEditores } from '../atendimento/Editores.tsx'
import { ConexaoIndicador } from '../ligacao/Conexao.tsx'
import { LigacoesProvider, useLigacoes } from '../ligacao/LigacoesProvider.tsx'
import { MudoBotao } from '../ligacao/Toque.tsx'
import { AparenciaMenu } from '../ui/AparenciaMenu.tsx'
import { Shell } from '../ui/Shell.tsx'

/** Everything behind the sign-in: who it is, the live calls and the words being saved outlive a change of page. */
export default function MesaLayout({ children }: { children: ReactNode }) {
  return (
    <UsuarioProvider>
      <LigacoesProvider>
        <Mesa>{children}</Mesa>
      </LigacoesProvider>
    </UsuarioProvider>
  )
}

function Mesa({ children }: { children: ReactNode }) {
  const usuario = useUsuario()
  const { abertas, conexao } = useLigacoes()
  const { flushAll } = useEditores()
  return (
    <Shell
      usuario={usuario}
      emAberto={abertas.length}
      conexao={<ConexaoIndicador conexao={conexao} />}
      ferramentas={
        <>
          <MudoBotao />
          <AparenciaMenu />
          <ContaMenu first={flushAll} />
          <SairBotao first={flushAll} />
        </>
      }
    >
      {children}
    </Shell>
  )
}
