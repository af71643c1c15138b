import { keepPreviousData } from '@tanstack/react-query'

/** A list that comes in pages, each asked for by where the one before it ends. */
export const emPaginas = {
  initialPageParam: '',
  getNextPageParam: ({ apos }: { apos: string | null }) => apos,
}

/** One whose filters change: what they were stays shown until the answer comes. */
export const filtradaEmPaginas = { ...emPaginas, placeholderData: keepPreviousData }
