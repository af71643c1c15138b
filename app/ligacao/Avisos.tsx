import { CloseButton, Group, Paper, Text } from '@mantine/core'
import { useCallback, useEffect, useState } from 'react'
import type { Ligacao } from '#server/ligacao/wire/ligacao'
import { type LigacoesState, type LigacoesStore, openLigacoes, tituloDe } from './ligacoes.ts'

/** A quiet word about a window that went away without the agent's doing. */
export interface Aviso {
  id: string
  texto: string
}

/** Pure. The notices that still say how things are: a call that rings again has not gone away. */
export function avisosStanding(avisos: Aviso[], now: LigacoesState): Aviso[] {
  const open = new Set(openLigacoes(now).map((ligacao) => ligacao.id))
  return avisos.some(({ id }) => open.has(id)) ? avisos.filter(({ id }) => !open.has(id)) : avisos
}

/** Pure. Says what became of the windows that stood in `before` and do not in `after`; those the agent closed need no word. */
export function avisosDe(before: LigacoesState, after: LigacoesState): Aviso[] {
  const still = new Set(openLigacoes(after).map((ligacao) => ligacao.id))
  return openLigacoes(before)
    .filter((ligacao) => !still.has(ligacao.id))
    .flatMap((ligacao) => {
      const texto = sentence(after.entries[ligacao.id]?.ligacao ?? ligacao)
      return texto === null ? [] : [{ id: ligacao.id, texto }]
    })
}

function sentence(ligacao: Ligacao): string | null {
  const titulo = tituloDe(ligacao)
  if (ligacao.estado === 'fechada') return null
  if (ligacao.estado === 'expirada') return `${titulo} expirou: a janela ficou aberta tempo demais.`
  if (ligacao.estado === 'aberta') return `${titulo} foi encerrada enquanto esta tela estava sem conexão.`
  return `${titulo} foi cancelada (perdida).`
}

const kept = 5

/** The last few notices about windows that went away. */
export function useAvisos(store: LigacoesStore) {
  const [avisos, setAvisos] = useState<Aviso[]>([])
  useEffect(() => {
    let before = store.state()
    return store.subscribe(() => {
      const fresh = avisosDe(before, store.state())
      before = store.state()
      setAvisos((old) => avisosStanding(old, store.state()))
      if (fresh.length === 0) return
      const ids = new Set(fresh.map((aviso) => aviso.id))
      setAvisos((old) => [...fresh, ...old.filter((aviso) => !ids.has(aviso.id))].slice(0, kept))
    })
  }, [store])
  const dismissAviso = useCallback((id: string) => setAvisos((old) => old.filter((aviso) => aviso.id !== id)), [])
  return { avisos, dismissAviso }
}

/** What became of windows that went away by themselves; each stays until the agent has read it. */
export function Avisos({ avisos, onDismiss }: { avisos: Aviso[]; onDismiss: (id: string) => void }) {
  return (
    <div role="log" aria-label="Avisos">
      {avisos.map((aviso) => (
        <Paper key={aviso.id} withBorder px="sm" py={6} mb="xs">
          <Group justify="space-between" wrap="nowrap">
            <Text size="sm">{aviso.texto}</Text>
            <CloseButton size="sm" aria-label="Dispensar aviso" onClick={() => onDismiss(aviso.id)} />
          </Group>
        </Paper>
      ))}
    </div>
  )
}
