import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import type * as z from 'zod'
import type { euAnswer, sessoesAnswer, sessoesEncerradasAnswer, UsuarioAtual } from '#server/acesso/wire'
import { read } from '../ui/network/reads.ts'
import { ApiError, holdLeaving, leaveForSignIn, post, request } from '../ui/network/request.ts'
import { forgetGuardados } from '../ui/parts/guardado.ts'

/** Without a session the request itself leads to the sign-in page. */
export const readEu = async (signal?: AbortSignal) =>
  (await request<typeof euAnswer>('/api/painel/eu', { whoever: true, ...(signal && { signal }) })).usuario

const euKey = ['eu'] as const

/** `told`: the user that came with the page. */
export const useEu = (told: UsuarioAtual | null) =>
  useQuery({ queryKey: euKey, queryFn: ({ signal }) => readEu(signal), ...(told && { initialData: told }) })

/** Takes a newer answer: an administrator may have changed the role or the extension. */
export function useNoteEu() {
  const client = useQueryClient()
  return useCallback((usuario: UsuarioAtual) => void client.setQueryData(euKey, usuario), [client])
}

/**
 * The session comes as a cookie that no script can read. Throws `ApiError` with the server's words; a 401 does not lead
 * to the sign-in page, which this is.
 */
export const signIn = (username: string, password: string) =>
  post<z.ZodUnknown>('/api/auth/sign-in/username', { username, password })

const sessoesKey = ['sessoes'] as const

export const useSessoes = (aberto: boolean) =>
  useQuery({
    ...read<typeof sessoesAnswer>(sessoesKey, '/api/painel/sessoes'),
    select: ({ sessoes }) => sessoes,
    enabled: aberto,
    staleTime: 0,
  })

export function useEndSessao() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (id: number) =>
      post<typeof sessoesEncerradasAnswer>(`/api/painel/sessoes/${id}/encerrar`).catch((error: unknown) => {
        // 404: it had ended already.
        if (!(error instanceof ApiError && error.status === 404)) throw error
      }),
    onSettled: () => client.invalidateQueries({ queryKey: sessoesKey }),
  })
}

export const signOutEverywhere = (idUsuario: number) => leaveBy('/api/painel/sessoes/encerrar', idUsuario)

/** Throws `ApiError` when the server did not end the session. */
export const signOut = (idUsuario: number) => leaveBy('/api/auth/sign-out', idUsuario)

async function leaveBy(path: string, idUsuario: number) {
  await holdLeaving(() =>
    post<z.ZodUnknown>(path, {}).catch((error: unknown) => {
      // 401: the session had ended already.
      if (!(error instanceof ApiError && error.status === 401)) throw error
    }),
  )
  forgetGuardados(idUsuario)
  leaveForSignIn({ comeBack: false })
}
