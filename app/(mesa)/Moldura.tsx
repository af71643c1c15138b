'use client'
import { type ReactNode, useEffect } from 'react'
import { recebeChamadas } from '#server/acesso/rules/recebeChamadas'
import { eDaSupervisao } from '#server/acesso/rules/supervisao'
import type { UsuarioAtual } from '#server/acesso/wire'
import { ContaMenu } from '../acesso/ContaMenu.tsx'
import { PausaMenu } from '../acesso/PausaMenu.tsx'
import { PausasEquipe } from '../acesso/PausasEquipe.tsx'
import { SignOutButton, UsuarioProvider, useUsuario } from '../acesso/Usuario.tsx'
import { useEditores } from '../atendimento/editor/Editores.tsx'
import { PassadosAviso } from '../atendimento/PassadosAviso.tsx'
import { LembreteLinha } from '../lembrete/LembreteLinha.tsx'
import { Faixa } from '../ligacao/faixa/Faixa.tsx'
import { useFromAbertas, useOutras } from '../ligacao/fila/useMesa.ts'
import { ConexaoIndicador, useConexao } from '../ligacao/linha/Conexao.tsx'
import { MesaProvider } from '../ligacao/mesa/MesaProvider.tsx'
import { Tocando } from '../ligacao/mesa/Tocando.tsx'
import { Atalhos } from '../ligacao/teclado/Atalhos.tsx'
import { SomMenu } from '../ligacao/toque/SomMenu.tsx'
import { usePerdidasTotal } from '../perdida/perdidasQueries.ts'
import { AparenciaMenu } from '../ui/aparencia/AparenciaMenu.tsx'
import { useJanelaFlutuante } from '../ui/janelaFlutuante.ts'
import { fetchedLater } from '../ui/parts/fetchedLater.tsx'
import { Shell } from '../ui/shell/Shell.tsx'

const Flutuante = fetchedLater(() => import('../ligacao/mesa/Flutuante.tsx').then((module) => module.Flutuante))

/**
 * The frame of every page behind the sign-in. It stays when the page changes, so live calls and unsaved words do, too.
 */
export function Moldura({ usuario, children }: { usuario: UsuarioAtual | null; children: ReactNode }) {
  return (
    <UsuarioProvider usuario={usuario}>
      <MesaProvider>
        <Mesa>{children}</Mesa>
      </MesaProvider>
    </UsuarioProvider>
  )
}

function Mesa({ children }: { children: ReactNode }) {
  const usuario = useUsuario()
  const { conexao } = useConexao()
  const emAberto = useFromAbertas((abertas) => abertas.length) + useOutras()
  const { flushAll } = useEditores()
  const perdidas = usePerdidasTotal()
  // What could not be saved is saved as soon as the server is back.
  useEffect(() => {
    if (conexao === 'ativa') void flushAll()
  }, [conexao, flushAll])
  const janela = useJanelaFlutuante()
  const recebe = recebeChamadas(usuario)
  return (
    <Shell
      usuario={usuario}
      contagens={{
        '/painel': { total: emAberto, what: 'em aberto' },
        '/perdidas': { total: perdidas, cor: 'red', what: 'a retornar' },
      }}
      conexao={
        <>
          {/* Last, so that its words move none of the buttons, and the first of these has always the same width. */}
          {eDaSupervisao(usuario.papel) && <PausasEquipe />}
          {recebe && <PausaMenu />}
          <ConexaoIndicador />
        </>
      }
      faixa={
        <LembreteLinha>
          <Faixa>
            <Tocando />
          </Faixa>
        </LembreteLinha>
      }
      ferramentas={
        <>
          <Atalhos />
          {recebe && <SomMenu />}
          <AparenciaMenu />
          <ContaMenu first={flushAll} />
          <SignOutButton first={flushAll} />
        </>
      }
    >
      {children}
      <PassadosAviso />
      {janela && <Flutuante janela={janela} />}
    </Shell>
  )
}
