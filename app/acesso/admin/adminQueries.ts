import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type * as z from 'zod'
import type {
  changeUsuarioRequest,
  importUsuariosAnswer,
  importUsuariosRequest,
  newTokenAnswer,
  newTokenRequest,
  newUsuarioRequest,
  sessoesAnswer,
  sessoesEncerradasAnswer,
  tokenAnswer,
  tokensAnswer,
  usuarioAnswer,
  usuarioConvidadoAnswer,
  usuariosAnswer,
} from '#server/acesso/wire'
import type { centralAnswer, enderecoAnswer, tocarAnswer } from '#server/ligacao/wire/central'
import type { diagnosticoAnswer, usoAnswer } from '#server/rastro/wire'
import { request } from '../../ui/network/request.ts'
import { useOneMutation } from '../../ui/network/useOneMutation.ts'

const usuariosKey = ['usuarios'] as const
const tokensKey = ['tokens'] as const
const usuarios = '/api/painel/usuarios'
const tokens = '/api/painel/tokens'

export const useUsuarios = () =>
  useQuery({
    queryKey: usuariosKey,
    queryFn: async ({ signal }) => (await request<typeof usuariosAnswer>(usuarios, { signal })).usuarios,
  })

/** A mutation after which the list is fetched again, also after a refusal: somebody else may have been faster. */
function useDeed<Variables, Answer>(key: readonly string[], deed: (variables: Variables) => Promise<Answer>) {
  const client = useQueryClient()
  return useOneMutation<Answer, Variables>({
    mutationFn: deed,
    onSettled: () => void client.invalidateQueries({ queryKey: key }),
  })
}

export const useNewUsuario = () =>
  useDeed(usuariosKey, (body: z.input<typeof newUsuarioRequest>) =>
    request<typeof usuarioConvidadoAnswer>(usuarios, { method: 'POST', body }),
  )

const importUsuarios = (body: z.input<typeof importUsuariosRequest>) =>
  request<typeof importUsuariosAnswer>(`${usuarios}/importar`, { method: 'POST', body })

export const useImportUsuarios = () => useDeed(usuariosKey, (csv: string) => importUsuarios({ csv, testar: false }))

/** Only says what the import would do. The answer is that of the last call. */
export const useTryImport = () => useMutation({ mutationFn: (csv: string) => importUsuarios({ csv, testar: true }) })

export const useChangeUsuario = () =>
  useDeed(usuariosKey, ({ id, ...body }: z.input<typeof changeUsuarioRequest> & { id: number }) =>
    request<typeof usuarioAnswer>(`${usuarios}/${id}`, { method: 'POST', body }),
  )

export const useSetAtivo = () =>
  useDeed(usuariosKey, ({ id, ativo }: { id: number; ativo: boolean }) =>
    request<typeof usuarioAnswer>(`${usuarios}/${id}/${ativo ? 'reativar' : 'desativar'}`, { method: 'POST' }),
  )

export const useConvite = () =>
  useDeed(usuariosKey, (id: number) =>
    request<typeof usuarioConvidadoAnswer>(`${usuarios}/${id}/convite`, { method: 'POST' }),
  )

export const useSessoesDe = (id: number) =>
  useQuery({
    queryKey: [...usuariosKey, id, 'sessoes'],
    queryFn: async ({ signal }) =>
      (await request<typeof sessoesAnswer>(`${usuarios}/${id}/sessoes`, { signal })).sessoes,
    staleTime: 0,
  })

/** Ends one session, or all of them when `sessao` is null. */
export const useEndSessaoDe = (id: number) =>
  useDeed(usuariosKey, (sessao: number | null) =>
    request<typeof sessoesEncerradasAnswer>(
      `${usuarios}/${id}/sessoes/${sessao === null ? '' : `${sessao}/`}encerrar`,
      { method: 'POST' },
    ),
  )

export const useTokens = () =>
  useQuery({
    queryKey: tokensKey,
    queryFn: async ({ signal }) => (await request<typeof tokensAnswer>(tokens, { signal })).tokens,
  })

export const useNewToken = () =>
  useDeed(tokensKey, (body: z.input<typeof newTokenRequest>) =>
    request<typeof newTokenAnswer>(tokens, { method: 'POST', body }),
  )

export const useRevokeToken = () =>
  useDeed(tokensKey, (id: number) => request<typeof tokenAnswer>(`${tokens}/${id}/revogar`, { method: 'POST' }))

const lookAgain = 10_000

/** What a token did in the last hour, while somebody looks at it. */
export const useUso = (id: number) =>
  useQuery({
    queryKey: [...tokensKey, id, 'uso'],
    queryFn: async ({ signal }) => (await request<typeof usoAnswer>(`${tokens}/${id}/uso`, { signal })).uso,
    refetchInterval: lookAgain,
    staleTime: 0,
  })

const central = '/api/painel/central'

/** The desk's address: the one that its operator set, else the origin of this page. */
export const useEndereco = () =>
  useQuery({
    queryKey: ['central'],
    queryFn: async ({ signal }) =>
      (await request<typeof enderecoAnswer>(central, { signal })).endereco ?? window.location.origin,
  })

const toqueMs = 1_000

/** The newest ring of this user since `desde`, fetched every second. */
export const useToque = (id: number | null, desde: string) =>
  useQuery({
    queryKey: ['central', id],
    queryFn: async ({ signal }) =>
      (await request<typeof centralAnswer>(`${central}/${id}?${new URLSearchParams({ desde })}`, { signal })).toque,
    enabled: id !== null,
    refetchInterval: toqueMs,
  })

export const useTestRing = () =>
  useDeed(['central'], (id: number) => request<typeof tocarAnswer>(`${central}/${id}/tocar`, { method: 'POST' }))

export const useEndTeste = () =>
  useDeed(['central'], ({ id, ligacao }: { id: number; ligacao: string }) =>
    request<z.ZodUnknown>(`${central}/${id}/parar/${ligacao}`, { method: 'POST' }),
  )

/** The newest request of an exchange since an instant, refused or not; null for none. */
export const useUltimoPedido = (desde: string) =>
  useQuery({
    queryKey: ['diagnostico', 'newest'],
    queryFn: async ({ signal }) =>
      (await request<typeof diagnosticoAnswer>('/api/painel/ligacoes/diagnostico', { signal })).rastros,
    select: (rastros) => rastros.find(({ em }) => em >= desde) ?? null,
    refetchInterval: toqueMs,
  })
