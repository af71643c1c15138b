export const sealedTables = ['cliente_servico', 'cliente_servico_senha'] as const
export type SealedTable = (typeof sealedTables)[number]

/**
 * The columns whose texts are sealed, by table, as the texts are bound to them: each opens in its own row alone, told by
 * the id behind a colon. What is sealed names these for good. docs/decisions/0057.
 */
export const sealedColumns = {
  cliente_servico: 'cliente_servico.senha',
  cliente_servico_senha: 'cliente_servico_senha.senha',
} as const satisfies Record<SealedTable, string>

/** Where the text of a row stands: what it is bound to. */
export const placeOf = (table: SealedTable, id: number) => `${sealedColumns[table]}:${id}`
