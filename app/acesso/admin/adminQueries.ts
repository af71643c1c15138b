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
import { read } from '../../ui/network/reads.ts'
import { post } from '../../ui/network/request.ts'
import { useOneMutation } from '../../ui/network/useOneMutation.ts'

const usuariosKey = ['usuarios'] as const
const tokensKey = ['tokens'] as const
const centralKey = ['central'] as const
const usuarios = '/api/painel/usuarios'
const tokens = '/api/painel/tokens'

export const useUsuarios = () =>
  useQuery({ ...read<typeof usuariosAnswer>(usuariosKey, usuarios), select: ({ usuarios }) => usuarios })

/** A mutation after which the list is fetched again, also after a refusal: somebody else may have been faster. */
function useDeed<Variables, Answer>(key: readonly string[], deed: (variables: Variables) => Promise<Answer>) {
  const client = useQueryClient()
  return useOneMutation<Answer, Variables>({
    mutationFn: deed,
    onSettled: () => void client.invalidateQueries({ queryKey: key }),
  })
}

export const useNewUsuario = () =>
  useDeed(usuariosKey, (body: z.input<typeof newUsuarioRequest>) => post<typeof usuarioConvidadoAnswer>(usuarios, body))

const importUsuarios = (body: z.input<typeof importUsuariosRequest>) =>
  post<typeof importUsuariosAnswer>(`${usuarios}/importar`, body)

export const useImportUsuarios = () => useDeed(usuariosKey, (csv: string) => importUsuarios({ csv, testar: false }))

/** Only says what the import would do. The answer is that of the last call. */
export const useTryImport = () => useMutation({ mutationFn: (csv: string) => importUsuarios({ csv, testar: true }) })

export const useChangeUsuario = () =>
  useDeed(usuariosKey, ({ id, ...body }: z.input<typeof changeUsuarioRequest> & { id: number }) =>
    post<typeof usuarioAnswer>(`${usuarios}/${id}`, body),
  )

export const useSetAtivo = () =>
  useDeed(usuariosKey, ({ id, ativo }: { id: number; ativo: boolean }) =>
    post<typeof usuarioAnswer>(`${usuarios}/${id}/${ativo ? 'reativar' : 'desativar'}`),
  )

export const useConvite = () =>
  useDeed(usuariosKey, (id: number) => post<typeof usuarioConvidadoAnswer>(`${usuarios}/${id}/convite`))

export const useSessoesDe = (id: number) =>
  useQuery({
    ...read<typeof sessoesAnswer>([...usuariosKey, id, 'sessoes'], `${usuarios}/${id}/sessoes`),
    select: ({ sessoes }) => sessoes,
    staleTime: 0,
  })

/** Ends one session, or all of them when `sessao` is null. */
export const useEndSessaoDe = (id: number) =>
  useDeed(usuariosKey, (sessao: number | null) =>
    post<typeof sessoesEncerradasAnswer>(`${usuarios}/${id}/sessoes/${sessao === null ? '' : `${sessao}/`}encerrar`),
  )

export const useTokens = () =>
  useQuery({ ...read<typeof tokensAnswer>(tokensKey, tokens), select: ({ tokens }) => tokens })

export const useNewToken = () =>
  useDeed(tokensKey, (body: z.input<typeof newTokenRequest>) => post<typeof newTokenAnswer>(tokens, body))

export const useRevokeToken = () =>
  useDeed(tokensKey, (id: number) => post<typeof tokenAnswer>(`${tokens}/${id}/revogar`))

const lookAgain = 10_000

/** What a token did in the last hour, while somebody looks at it. */
export const useUso = (id: number) =>
  useQuery({
    ...read<typeof usoAnswer>([...tokensKey, id, 'uso'], `${tokens}/${id}/uso`),
    select: ({ uso }) => uso,
    refetchInterval: lookAgain,
    staleTime: 0,
  })

const central = '/api/painel/central'

/** The desk's address: the one that its operator set, else the origin of this page. */
export const useEndereco = () =>
  useQuery({
    ...read<typeof enderecoAnswer>(centralKey, central),
    select: ({ endereco }) => endereco ?? window.location.origin,
  })

const toqueMs = 1_000

/** The newest ring of this user since `desde`, fetched every second. */
export const useToque = (id: number | null, desde: string) =>
  useQuery({
    ...read<typeof centralAnswer>([...centralKey, id], `${central}/${id}?${new URLSearchParams({ desde })}`),
    select: ({ toque }) => toque,
    enabled: id !== null,
    refetchInterval: toqueMs,
  })

export const useTestRing = () => useDeed(centralKey, (id: number) => post<typeof tocarAnswer>(`${central}/${id}/tocar`))

export const useEndTeste = () =>
  useDeed(centralKey, ({ id, ligacao }: { id: number; ligacao: string }) =>
    post<z.ZodUnknown>(`${central}/${id}/parar/${ligacao}`),
  )

/** The newest request of an exchange since an instant, refused or not; null for none. */
export const useUltimoPedido = (desde: string) =>
  useQuery({
    ...read<typeof diagnosticoAnswer>(['diagnostico', 'newest'], '/api/painel/ligacoes/diagnostico'),
    select: ({ rastros }) => rastros.find(({ em }) => em >= desde) ?? null,
    refetchInterval: toqueMs,
  })
