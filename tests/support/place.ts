/** Where a measured or tortured desk has its database: inside, or in a PostgreSQL beside it. */
export type Place = 'embedded' | 'postgresql'
