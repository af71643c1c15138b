import { QueryClient } from '@tanstack/react-query'
import { ApiError } from './ApiError.ts'

const mayRecover = (error: Error) => error instanceof ApiError && (error.status === 0 || error.status >= 500)

/** A refusal is final; only silence and server trouble are tried again. */
export const createQueryClient = () =>
  new QueryClient({
    defaultOptions: {
      queries: { retry: (count, error) => mayRecover(error) && count < 3, staleTime: 10_000 },
      mutations: { retry: false },
    },
  })
