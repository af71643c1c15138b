import { keepPreviousData } from '@tanstack/react-query'

/** Query options of a list in pages: the answer's `apos` says where the next page begins. */
export const emPaginas = {
  initialPageParam: '',
  getNextPageParam: ({ apos }: { apos: string | null }) => apos,
}

/** The same for a list with filters: the old rows stay shown until the answer to the new filters comes. */
export const filtradaEmPaginas = { ...emPaginas, placeholderData: keepPreviousData }
