import type { Ligacao } from '#server/ligacao/wire/ligacao'

/** The accessible name of a call's window (DESIGN §2: On the screen). */
export const tituloDe = (ligacao: Ligacao) => `Chamada de ${ligacao.telefone_formatado}`

/** What a screen reader says when a call begins to ring. */
export const anuncioDe = (ligacao: Ligacao) =>
  ligacao.cliente ? `${tituloDe(ligacao)}, ${ligacao.cliente.nome_razaosocial}` : tituloDe(ligacao)
