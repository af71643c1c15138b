import { useQuery } from '@tanstack/react-query'
import { z } from 'zod'
import { euAnswer } from '#server/acesso/wire'
import { ApiError, holdLeaving, leaveForSignIn, request } from '../ui/request.ts'

/** Who is signed in. Without a session the request itself leads to the sign-in page. */
export const readEu = async (signal?: AbortSignal) =>
  (await request(euAnswer, '/api/painel/eu', signal ? { signal } : {})).usuario

export const useEu = () => useQuery({ queryKey: ['eu'], queryFn: ({ signal }) => readEu(signal) })

/**
 * Signs in; the session comes as a cookie that no script can read. Throws `ApiError` with the server's own words. What
 * is refused here leads nowhere: one is at the sign-in page already.
 */
export const signIn = (username: string, password: string) =>
  request(z.unknown(), '/api/auth/sign-in/username', { method: 'POST', body: { username, password } })

/** Ends the session on the server, then leaves for the sign-in page. Throws `ApiError` when the server did not take it. */
export async function signOut() {
  await holdLeaving(() =>
    request(z.unknown(), '/api/auth/sign-out', { method: 'POST', body: {} }).catch((error: unknown) => {
      // 401: the session had ended already, which is what was wanted.
      if (!(error instanceof ApiError && error.status === 401)) throw error
    }),
  )
  leaveForSignIn({ comeBack: false })
}
