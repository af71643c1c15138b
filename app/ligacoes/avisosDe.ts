import type { Ligacao } from '#server/ligacao/wire/ligacao'
import type { LigacoesState } from './reducer.ts'
import { openLigacoes } from './reducer.ts'
import { tituloDe } from './titulo.ts'

/** Pure. Says what became of the windows that stood in `before` and do not in `after`; those the agent closed need no word. */
export function avisosDe(before: LigacoesState, after: LigacoesState) {
  const still = new Set(openLigacoes(after).map((ligacao) => ligacao.id))
  return openLigacoes(before)
    .filter((ligacao) => !still.has(ligacao.id))
    .map((ligacao) => after.entries[ligacao.id]?.ligacao ?? ligacao)
    .map((ligacao) => ({ id: ligacao.id, texto: sentence(ligacao) }))
    .filter((aviso): aviso is { id: string; texto: string } => aviso.texto !== null)
}

function sentence(ligacao: Ligacao): string | null {
  const titulo = tituloDe(ligacao)
  if (ligacao.estado === 'fechada') return null
  if (ligacao.estado === 'expirada') return `${titulo} expirou: a janela ficou aberta tempo demais.`
  if (ligacao.estado === 'aberta') return `${titulo} foi encerrada enquanto esta tela estava sem conexão.`
  return `${titulo} foi cancelada (perdida).`
}
