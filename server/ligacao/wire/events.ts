import type { Ligacao, LigacoesAbertas } from './ligacao.ts'

/** What the server pushes, only ever to the room of the user concerned. */
export interface ServerEvents {
  'ligacoes:abertas': (body: LigacoesAbertas) => void
  'ligacao:aberta': (ligacao: Ligacao) => void
  'ligacao:atualizada': (ligacao: Ligacao) => void
  'ligacao:encerrada': (ligacao: Ligacao) => void
}

/** What a browser may say. Everything that changes data goes over HTTP; `ligacao:exibida` merely reports. */
export interface ClientEvents {
  'ligacoes:sincronizar': (answer: (body: LigacoesAbertas) => void) => void
  'ligacao:exibida': (body: { id: string }) => void
}
