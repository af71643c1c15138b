const maxRowId = 2_147_483_647

/** The identifier as the database's integers can hold it; null, which matches no row, when it is greater. */
export const rowId = (id: number | null) => (id !== null && id <= maxRowId ? id : null)
