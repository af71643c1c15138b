export const sealedTables = ['cliente_servico', 'cliente_servico_senha'] as const
export type SealedTable = (typeof sealedTables)[number]

/**
 * The names of the sealed columns, by table. A text is bound to the name and, behind a colon, to its row's id, and
 * opens nowhere else. A name must never change, because the texts already sealed are bound to it. docs/decisions/0057.
 */
export const sealedColumns = {
  cliente_servico: 'cliente_servico.senha',
  cliente_servico_senha: 'cliente_servico_senha.senha',
} as const satisfies Record<SealedTable, string>

/** The place of a row's text: what the sealed text is bound to. */
export const placeOf = (table: SealedTable, id: number) => `${sealedColumns[table]}:${id}`
