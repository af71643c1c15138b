/** Which database a desk under test uses: the embedded one, or a separate PostgreSQL. */
export type Place = 'embedded' | 'postgresql'
