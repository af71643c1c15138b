'use client'
import { Stack, Title, VisuallyHidden } from '@mantine/core'
import { IconHeadset, IconPlugConnectedX } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import type { UsuarioAtual } from '#server/acesso/wire'
import { useUsuario } from '../../acesso/Usuario.tsx'
import { abertosKey } from '../../atendimento/atendimentoQueries.ts'
import { AtendimentosAbertos } from '../../atendimento/editor/AtendimentosAbertos.tsx'
import { LinhaAberta } from '../../historico/linhaDoTempo/LinhaAberta.tsx'
import { LembretesNaMesa } from '../../lembrete/LembretesLista.tsx'
import { Loading } from '../../ui/feedback.tsx'
import { fetchedLater, useFetchedAtRest } from '../../ui/parts/fetchedLater.tsx'
import { useRecusa, useRecusaAfter, useShiftedAt } from '../../ui/parts/useRecusa.tsx'
import { Sub } from '../../ui/Sub.tsx'
import classes from '../chamada/chamada.module.css'
import { useFila, useFromAbertas, useLigacao, useMesa } from '../fila/useMesa.ts'
import { type EstadoConexao, useConexao } from '../linha/Conexao.tsx'
import { AvisosOferta } from '../toque/AvisosOferta.tsx'
import { Abaixo } from './Abaixo.tsx'
import { MesaAtualizada } from './MesaAtualizada.tsx'

/** Usually nobody is calling when the desk opens, so the part for calls loads later. */
const Mesa = fetchedLater(() => import('./Mesa.tsx').then((module) => module.Mesa))

export function Painel() {
  const { slots, ativa, densa, folga, shiftedAt } = useFila()
  const shown = useProtocolosNaMesa(ativa)
  const vazia = slots.length === 0 && ativa === null
  useRefreshAtendimentos()
  useFetchedAtRest(Mesa.prepare)
  const { guard, aviso } = useRecusa(useMudanca(shiftedAt))
  // This guards the foot alone: a click on the call that has just come must work.
  const pe = useRecusaAfter(String(folga))
  return (
    <LinhaAberta>
      <VisuallyHidden component="h1">Painel</VisuallyHidden>
      {aviso}
      {pe.aviso}
      <div
        {...guard}
        className={classes.mesa}
        style={{ '--vagas': Math.max(1, slots.length), '--folga': folga }}
        data-densa={densa || undefined}
      >
        {vazia ? (
          <MesaVazia />
        ) : (
          <Mesa
            meanwhile={
              <div className={classes.vazia}>
                <Loading texto="Abrindo as chamadas" />
              </div>
            }
            perdida={
              <div className={classes.vazia}>
                <MesaAtualizada />
              </div>
            }
          />
        )}
        <div {...pe.guard} className={classes.pe} data-zona="pe">
          <Abaixo />
          <div className={classes.abertos}>
            <AtendimentosAbertos except={shown} />
            <LembretesNaMesa />
          </div>
        </div>
      </div>
    </LinhaAberta>
  )
}

/** When what the desk last moved by itself was drawn, and what had the focus before. */
function useMudanca(moved: number) {
  const { fila } = useMesa()
  const focus = useRef<Element | null>(null)
  useEffect(() => {
    let { shiftedAt } = fila.state()
    return fila.subscribe(() => {
      if (fila.state().shiftedAt !== shiftedAt) focus.current = document.activeElement
      shiftedAt = fila.state().shiftedAt
    })
  }, [fila])
  return { shiftedAt: useShiftedAt(moved, false), focus: () => focus.current }
}

/** The ids of the tickets that a window shows: also the active call's, even after its end, until it is replaced. */
function useProtocolosNaMesa(ativa: string | null): number[] {
  const { ligacao } = useLigacao(ativa ?? '')
  const ids = useFromAbertas((abertas) => abertas.flatMap(({ atendimento }) => atendimento?.id ?? []).join())
  return [...ids.split(',').filter(Boolean).map(Number), ...(ligacao?.atendimento ? [ligacao.atendimento.id] : [])]
}

const breath = 300

/** Fetches the open tickets again when a window came, went or got its ticket, and when the connection is back. */
function useRefreshAtendimentos() {
  const { conexao } = useConexao()
  const queryClient = useQueryClient()
  const windows = useFromAbertas((abertas) =>
    abertas.map(({ id, atendimento }) => `${id}:${atendimento?.id}:${atendimento?.estado}`).join(),
  )
  const asked = useRef('')
  useEffect(() => {
    if (conexao !== 'ativa' || asked.current === windows) return
    // One request for many calls that come at the same time.
    const timer = setTimeout(() => {
      asked.current = windows
      void queryClient.invalidateQueries({ queryKey: abertosKey })
    }, breath)
    return () => {
      clearTimeout(timer)
      if (conexao !== 'ativa') asked.current = ''
    }
  }, [windows, conexao, queryClient])
}

/** The desk without calls. It promises calls only while there is a connection. */
function MesaVazia() {
  const usuario = useUsuario()
  const { conexao, bancoAusente } = useConexao()
  const { titulo, texto } = words(usuario, conexao, bancoAusente)
  const Icon = conexao === 'perdida' ? IconPlugConnectedX : IconHeadset
  return (
    <div className={classes.vazia}>
      <Stack align="center" gap={4} ta="center">
        <Icon size={32} stroke={1.5} aria-hidden />
        <Title order={2} size="md" textWrap="balance">
          {titulo}
        </Title>
        <Sub maw={480} style={{ textWrap: 'balance' }}>
          {texto}
        </Sub>
      </Stack>
      {/* The place has a fixed height, so that the words above do not move when the offer goes. */}
      <div className={classes.oferta}>{usuario.ramal && conexao === 'ativa' && <AvisosOferta />}</div>
    </div>
  )
}

function words({ ramal, identificador_interno }: UsuarioAtual, conexao: EstadoConexao, bancoAusente: boolean) {
  const alvo = ramal ? `do ramal ${ramal}` : identificador_interno ? `de ${identificador_interno}` : null
  if (!alvo)
    return {
      titulo: 'Esta conta não recebe chamadas',
      texto: 'Ela não tem ramal nem identificador interno. Um administrador pode dar-lhe um.',
    }
  if (conexao === 'ativa')
    return {
      titulo: `Aguardando chamadas ${alvo}`,
      texto: 'A janela aparece aqui assim que o telefone tocar. Pode deixar esta aba aberta.',
    }
  if (bancoAusente)
    return {
      titulo: 'Banco de dados fora do ar',
      texto: `As chamadas ${alvo} não chegam a esta tela agora. Ela volta sozinha; o que você escreve fica guardado.`,
    }
  if (conexao === 'reconectando')
    return { titulo: 'Reconectando…', texto: `As chamadas ${alvo} aparecem assim que a conexão voltar.` }
  return {
    titulo: 'Sem conexão com o servidor',
    texto: `As chamadas ${alvo} não chegam a esta tela agora. A mesa continua tentando se reconectar.`,
  }
}
