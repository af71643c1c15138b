'use client'
import { Alert, Anchor, Stack } from '@mantine/core'
import { IconArrowLeft } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import Link from 'next/link'
import { useRouter } from 'next/navigation'
import { Carregando, FailureAlert } from '../../ui/feedback.tsx'
import { ApiError } from '../../ui/request.ts'
import { consulta } from '../api.ts'
import { listaDeixada } from '../retorno.ts'
import { SoSupervisao } from '../SoSupervisao.tsx'
import { ClientePagina } from './ClientePagina.tsx'

/** One customer's page. Each opening is put on record by the server, so it is read once and not again unasked. */
export function ClienteAberto({ id }: { id: string }) {
  return (
    <SoSupervisao>
      <Stack gap="sm" maw={1400} mx="auto">
        <Voltar />
        <Aberto id={id} />
      </Stack>
    </SoSupervisao>
  )
}

function Aberto({ id }: { id: string }) {
  const { data, error, refetch } = useQuery({
    queryKey: ['consulta', 'cliente', id],
    queryFn: ({ signal }) => consulta.cliente(id, signal),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })
  if (data) return <ClientePagina cliente={data} />
  if (error instanceof ApiError && (error.status === 404 || error.status === 422))
    return (
      <Alert color="yellow" role="alert">
        Este cliente não existe.
      </Alert>
    )
  if (error) return <FailureAlert error={error} onRetry={() => void refetch()} />
  return <Carregando texto="Carregando cliente" />
}

/** Back to the list as it was left; going back in history keeps its place, too. */
function Voltar() {
  const router = useRouter()
  const lista = listaDeixada()
  return (
    <Anchor
      component={Link}
      href={lista ?? '/clientes'}
      prefetch={false}
      size="sm"
      underline="always"
      style={{ alignSelf: 'flex-start', display: 'inline-flex', alignItems: 'center', gap: 4 }}
      onClick={(event) => {
        if (!lista || event.metaKey || event.ctrlKey || event.shiftKey) return
        event.preventDefault()
        router.back()
      }}
    >
      <IconArrowLeft size={16} aria-hidden />
      Voltar à lista
    </Anchor>
  )
}
