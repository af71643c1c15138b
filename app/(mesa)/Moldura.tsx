'use client'
import type { ReactNode } from 'react'
import type { UsuarioAtual } from '#server/acesso/wire'
import { ContaMenu } from '../acesso/ContaMenu.tsx'
import { SairBotao, UsuarioProvider, useUsuario } from '../acesso/Usuario.tsx'
import { useEditores } from '../atendimento/Editores.tsx'
import { PassadosAviso } from '../atendimento/PassadosAviso.tsx'
import { Atalhos } from '../ligacao/Atalhos.tsx'
import { ConexaoIndicador } from '../ligacao/Conexao.tsx'
import { Faixa } from '../ligacao/Faixa.tsx'
import { LigacoesProvider, useDasAbertas, useLigacoes } from '../ligacao/LigacoesProvider.tsx'
import { usePerdidasTotal } from '../ligacao/perdidasQueries.ts'
import { SomMenu } from '../ligacao/SomMenu.tsx'
import { AparenciaMenu } from '../ui/AparenciaMenu.tsx'
import { Shell } from '../ui/Shell.tsx'

/** Everything behind the sign-in: who it is, the live calls and the words being saved outlive a change of page. */
export function Moldura({ usuario, children }: { usuario: UsuarioAtual | null; children: ReactNode }) {
  return (
    <UsuarioProvider usuario={usuario}>
      <LigacoesProvider>
        <Mesa>{children}</Mesa>
      </LigacoesProvider>
    </UsuarioProvider>
  )
}

function Mesa({ children }: { children: ReactNode }) {
  const usuario = useUsuario()
  const { conexao, bancoAusente } = useLigacoes()
  const emAberto = useDasAbertas((abertas) => abertas.length)
  const { flushAll } = useEditores()
  const perdidas = usePerdidasTotal()
  return (
    <Shell
      usuario={usuario}
      contagens={{
        '/painel': { total: emAberto, oque: 'em aberto' },
        '/perdidas': { total: perdidas, cor: 'red', oque: 'a retornar' },
      }}
      conexao={<ConexaoIndicador conexao={conexao} bancoAusente={bancoAusente} />}
      faixa={<Faixa />}
      ferramentas={
        <>
          <Atalhos />
          <SomMenu />
          <AparenciaMenu />
          <ContaMenu first={flushAll} />
          <SairBotao first={flushAll} />
        </>
      }
    >
      {children}
      <PassadosAviso />
    </Shell>
  )
}
