'use client'
import type { ReactNode } from 'react'
import type { UsuarioAtual } from '#server/acesso/wire'
import { ContaMenu } from '../acesso/ContaMenu.tsx'
import { PausaMenu } from '../acesso/PausaMenu.tsx'
import { PausasEquipe } from '../acesso/PausasEquipe.tsx'
import { SairBotao, UsuarioProvider, useUsuario } from '../acesso/Usuario.tsx'
import { useEditores } from '../atendimento/Editores.tsx'
import { PassadosAviso } from '../atendimento/PassadosAviso.tsx'
import { Faixa } from '../ligacao/faixa/Faixa.tsx'
import { ConexaoIndicador } from '../ligacao/linha/Conexao.tsx'
import { LigacoesProvider, useDasAbertas, useLigacoes, useOutras } from '../ligacao/mesa/LigacoesProvider.tsx'
import { Atalhos } from '../ligacao/teclado/Atalhos.tsx'
import { SomMenu } from '../ligacao/toque/SomMenu.tsx'
import { usePerdidasTotal } from '../perdida/perdidasQueries.ts'
import { AparenciaMenu } from '../ui/AparenciaMenu.tsx'
import { fetchedLater } from '../ui/fetchedLater.tsx'
import { useJanelaFlutuante } from '../ui/janelaFlutuante.ts'
import { Shell } from '../ui/Shell.tsx'

// Few open it, and nothing of it is there before.
const Flutuante = fetchedLater(() => import('../ligacao/mesa/Flutuante.tsx').then((module) => module.Flutuante))

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
  const emAberto = useDasAbertas((abertas) => abertas.length) + useOutras()
  const { flushAll } = useEditores()
  const perdidas = usePerdidasTotal()
  const janela = useJanelaFlutuante()
  return (
    <Shell
      usuario={usuario}
      contagens={{
        '/painel': { total: emAberto, oque: 'em aberto' },
        '/perdidas': { total: perdidas, cor: 'red', oque: 'a retornar' },
      }}
      conexao={
        <>
          <ConexaoIndicador conexao={conexao} bancoAusente={bancoAusente} />
          {(usuario.ramal || usuario.identificador_interno) && <PausaMenu />}
          {usuario.papel !== 'atendente' && <PausasEquipe />}
        </>
      }
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
      {janela && <Flutuante janela={janela} />}
    </Shell>
  )
}
