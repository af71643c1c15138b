'use client'
import { type ReactNode, useCallback, useEffect, useMemo, useRef, useState } from 'react'
import type { Ligacao, Silencio } from '#server/ligacao/wire/ligacao'
import { useNoteEu } from '../../acesso/acessoQueries.ts'
import { usePausasAtuais } from '../../acesso/pausaQueries.ts'
import { useUsuario } from '../../acesso/Usuario.tsx'
import type { EditorPorts } from '../../atendimento/editor/Editor.ts'
import { EditoresProvider } from '../../atendimento/editor/Editores.tsx'
import { useForgetEliminados } from '../../cliente/pagina/eliminados.ts'
import { createAcoesStore } from '../fila/acoesStore.ts'
import { createFilaStore } from '../fila/filaStore.ts'
import { createLigacoesStore } from '../fila/ligacoesStore.ts'
import { MesaContext, useAbertas, useOutras } from '../fila/useMesa.ts'
import { ConexaoContext, useConexao, useTransporte } from '../linha/Conexao.tsx'
import { connectDesk } from '../linha/connectDesk.ts'
import { saveAtendimento } from '../linha/ligacaoQueries.ts'
import { RingAnnouncer, useSilencio } from '../toque/Toque.tsx'

/** Holds the open calls and the connection above every page: a call must ring wherever the agent is. */
export function MesaProvider({ children }: { children: ReactNode }) {
  const [ligacoes] = useState(createLigacoesStore)
  const [fila] = useState(() => createFilaStore(ligacoes))
  const [acoes] = useState(() => createAcoesStore(ligacoes))
  const { conexao, bancoAusente, setTransporte } = useTransporte()
  const noteEu = useNoteEu()
  const { id } = useUsuario()
  const desk = useRef<ReturnType<typeof connectDesk> | null>(null)
  const shown = useRef(new Set<string>())
  const silencio = useRef<Silencio | undefined>(undefined)
  silencio.current = useSilencio()
  usePausasAtuais()
  useForgetEliminados()

  useEffect(() => {
    desk.current = connectDesk(id, ligacoes, setTransporte, noteEu)
    return desk.current.stop
  }, [id, ligacoes, setTransporte, noteEu])

  const receive = useCallback((ligacao: Ligacao) => ligacoes.dispatch({ type: 'evento', ligacao }), [ligacoes])
  const reportShown = useCallback((id: string, tocada_em: string) => {
    const ring = `${id} ${tocada_em}`
    if (!desk.current || shown.current.has(ring)) return
    shown.current.add(ring)
    desk.current.reportShown(id, silencio.current)
  }, [])
  const save = useCallback<EditorPorts['save']>(
    async (id, body, keepalive) => {
      const { atendimento, ligacao } = await saveAtendimento(id, body, keepalive)
      if (ligacao) receive(ligacao)
      return atendimento
    },
    [receive],
  )

  const mesa = useMemo(
    () => ({ ligacoes, fila, acoes, receive, reportShown }),
    [ligacoes, fila, acoes, receive, reportShown],
  )
  const connection = useMemo(() => ({ conexao, bancoAusente }), [conexao, bancoAusente])
  return (
    <MesaContext value={mesa}>
      <ConexaoContext value={connection}>
        <Campainha />
        <EditoresProvider save={save}>{children}</EditoresProvider>
      </ConexaoContext>
    </MesaContext>
  )
}

function Campainha() {
  const ligacoes = useAbertas()
  const outras = useOutras()
  const { conexao } = useConexao()
  return <RingAnnouncer ligacoes={ligacoes} total={ligacoes.length + outras} certa={conexao === 'ativa'} />
}
