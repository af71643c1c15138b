import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { z } from 'zod'
import type { euAnswer, sessoesAnswer, sessoesEncerradasAnswer, UsuarioAtual } from '#server/acesso/wire'
import { ApiError, holdLeaving, leaveForSignIn, request } from '../ui/request.ts'

/** Who is signed in. Without a session the request itself leads to the sign-in page. */
export const readEu = async (signal?: AbortSignal) =>
  (await request<typeof euAnswer>('/api/painel/eu', signal ? { signal } : {})).usuario

/** `told`: as it came with the page. */
export const useEu = (told: UsuarioAtual | null) =>
  useQuery({ queryKey: ['eu'], queryFn: ({ signal }) => readEu(signal), ...(told && { initialData: told }) })

/**
 * Signs in; the session comes as a cookie that no script can read. Throws `ApiError` with the server's own words. What
 * is refused here leads nowhere: one is at the sign-in page already.
 */
export const signIn = (username: string, password: string) =>
  request<z.ZodUnknown>('/api/auth/sign-in/username', { method: 'POST', body: { username, password } })

const sessoesKey = ['sessoes'] as const

/** Where the person is signed in; asked anew whenever it is looked at. */
export const useSessoes = (aberto: boolean) =>
  useQuery({
    queryKey: sessoesKey,
    queryFn: async ({ signal }) => (await request<typeof sessoesAnswer>('/api/painel/sessoes', { signal })).sessoes,
    enabled: aberto,
    staleTime: 0,
  })

/** Ends one session elsewhere. */
export function useEndSessao() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (id: number) =>
      request<typeof sessoesEncerradasAnswer>(`/api/painel/sessoes/${id}/encerrar`, { method: 'POST' }).catch(
        (error: unknown) => {
          // 404: it had ended already.
          if (!(error instanceof ApiError && error.status === 404)) throw error
        },
      ),
    onSettled: () => client.invalidateQueries({ queryKey: sessoesKey }),
  })
}

/** Ends every session, this one too, then leaves. */
export const signOutEverywhere = () => leaveBy('/api/painel/sessoes/encerrar')

/** Ends the session on the server, then leaves for the sign-in page. Throws `ApiError` when the server did not take it. */
export const signOut = () => leaveBy('/api/auth/sign-out')

async function leaveBy(path: string) {
  await holdLeaving(() =>
    request<z.ZodUnknown>(path, { method: 'POST', body: {} }).catch((error: unknown) => {
      // 401: the session had ended already, which is what was wanted.
      if (!(error instanceof ApiError && error.status === 401)) throw error
    }),
  )
  forgetTab()
  leaveForSignIn({ comeBack: false })
}

/** What this tab remembers is hers. Storage may be forbidden; then nothing was kept. */
function forgetTab() {
  try {
    sessionStorage.clear()
  } catch {}
}
