import { keepPreviousData, useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { usuariosAnswer } from '#server/historico/wire'
import type {
  assumidaAnswer,
  caidasAnswer,
  perdidasAnswer,
  perdidasTotalAnswer,
  tratadasAnswer,
} from '#server/perdida/wire'
import { read, readFiltered } from '../ui/network/reads.ts'
import { post } from '../ui/network/request.ts'
import { perdidasKey, usePerdidasAtuais } from './perdidasChanged.ts'

const base = '/api/painel/perdidas'
/** How many callers the server takes in one request. */
const mostIds = 200
/** The socket tells a change only to those whose calls it concerns; others fetch this often, in milliseconds. */
const lookAgain = { count: 60_000, list: 15_000, failed: 5_000 }

/** How many callers wait for this user. */
export function usePerdidasTotal(): number {
  usePerdidasAtuais()
  const { data } = useQuery({
    ...read<typeof perdidasTotalAnswer>([...perdidasKey, 'total'], `${base}/total`),
    refetchInterval: lookAgain.count,
  })
  return data?.total ?? 0
}

/** `query` is the filters as the address has them. */
export const usePerdidas = (situacao: 'aberta' | 'resolvida', query: string) =>
  useInfiniteQuery({
    ...readFiltered<typeof perdidasAnswer>([...perdidasKey, situacao, query], base, `${query}&situacao=${situacao}`),
    refetchInterval: ({ state }) => (state.error ? lookAgain.failed : lookAgain.list),
  })

export const useCaidas = (usuario: string) =>
  useQuery({
    ...read<typeof caidasAnswer>(
      [...perdidasKey, 'caidas', usuario],
      `${base}/caidas?usuario=${encodeURIComponent(usuario)}`,
    ),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => (state.error ? lookAgain.failed : lookAgain.list),
  })

/**
 * Sends the ids in parts that the server takes, and returns how many calls changed. When a part is refused, the parts
 * before it are done, and a retry does the rest.
 */
export async function postAll(path: '/tratar' | '/reabrir', { ids, ...more }: { ids: string[]; ate?: string }) {
  let chamadas = 0
  for (let at = 0; at < ids.length; at += mostIds) {
    const body = { ids: ids.slice(at, at + mostIds), ...more }
    chamadas += (await post<typeof tratadasAnswer>(`${base}${path}`, body)).chamadas
  }
  return chamadas
}

/**
 * The lists are fetched again after every action, also after a failed one. The action's result does not wait for them,
 * because without a network they come late.
 */
export function useRetorno() {
  const cache = useQueryClient()
  const onSettled = () => void cache.invalidateQueries({ queryKey: perdidasKey })
  const take = useMutation({
    mutationFn: ({ ids: [id], giveBack }: { ids: [string]; giveBack: boolean }) =>
      post<typeof assumidaAnswer>(`${base}/${encodeURIComponent(id)}/${giveBack ? 'devolver' : 'assumir'}`, {}),
    onSettled,
  })
  const settle = useMutation({
    mutationFn: (body: { ids: string[]; ate: string }) => postAll('/tratar', body),
    onSettled,
  })
  const reopen = useMutation({ mutationFn: (body: { ids: string[] }) => postAll('/reabrir', body), onSettled })
  return { take, settle, reopen }
}

/** The users to filter by, for supervisors. */
export const useChamados = (enabled: boolean) =>
  useQuery({
    ...read<typeof usuariosAnswer>(['ligacoes', 'usuarios'], '/api/painel/ligacoes/usuarios'),
    select: ({ usuarios }) => usuarios,
    enabled,
  })
