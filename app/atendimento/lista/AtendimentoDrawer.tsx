import { Button, Drawer, Group, Stack, Text } from '@mantine/core'
import { type ComponentType, useEffect, useRef, useState } from 'react'
import { eDaSupervisao } from '#server/acesso/rules/supervisao'
import type { AtendimentoInteiro } from '#server/atendimento/wire/atendimento'
import { ClienteNome } from '../../acesso/ClienteNome.tsx'
import { useUsuario } from '../../acesso/Usuario.tsx'
import { FailureAlert, Loading, QueryFailure } from '../../ui/feedback.tsx'
import { quando } from '../../ui/format.ts'
import { awaitField } from '../../ui/parts/awaitedField.ts'
import { Sub } from '../../ui/Sub.tsx'
import { useAtendimento, useClienteDoAtendimento } from '../atendimentoQueries.ts'
import { AtendimentoEditor } from '../editor/AtendimentoEditor.tsx'

/** The customer search, passed in because its room comes after this one. */
export type ClienteSearch = ComponentType<{ busy: boolean; onPick: (id_cliente: number) => void }>

interface Props {
  id: number | null
  onClose: () => void
  ClienteSearch: ClienteSearch
}

export function AtendimentoDrawer({ id, onClose, ClienteSearch }: Props) {
  return (
    <Drawer
      opened={id !== null}
      onClose={onClose}
      position="right"
      size={620}
      title="Atendimento"
      closeButtonProps={{ 'aria-label': 'Fechar painel' }}
    >
      {id !== null && <Conteudo key={id} id={id} ClienteSearch={ClienteSearch} />}
    </Drawer>
  )
}

function Conteudo({ id, ClienteSearch }: { id: number; ClienteSearch: ClienteSearch }) {
  const { data, error, refetch } = useAtendimento(id)
  const usuario = useUsuario()
  const writes = data?.estado === 'aberto' && data.usuario_id === usuario.id
  const came = Boolean(data ?? error)
  const corpo = useRef<HTMLDivElement>(null)
  const stopAwaiting = useRef(() => {})
  useEffect(() => {
    stopAwaiting.current = awaitField()
    return stopAwaiting.current
  }, [])
  // Where nothing can be written, the focus is on no button: a second Enter must not close the panel.
  // biome-ignore lint/correctness/useExhaustiveDependencies: only when it comes; later the agent closes the ticket here
  useEffect(() => {
    if (!came || writes) return
    stopAwaiting.current()
    corpo.current?.focus()
  }, [came])
  // A ticket that the agent has just passed on stays in sight, though the server no longer gives it to them.
  if (!data)
    return error ? (
      <QueryFailure query={{ error, refetch }} />
    ) : (
      <div tabIndex={-1} data-autofocus data-espera>
        <Loading texto="Carregando o atendimento" />
      </div>
    )
  return (
    <Stack gap="sm" ref={corpo} tabIndex={-1} data-autofocus={!writes || undefined}>
      <DeQuem atendimento={data} ClienteSearch={ClienteSearch} />
      <AtendimentoEditor atendimento={data} autoFocus={writes} />
    </Stack>
  )
}

function DeQuem({ atendimento, ClienteSearch }: { atendimento: AtendimentoInteiro; ClienteSearch: ClienteSearch }) {
  const usuario = useUsuario()
  const [changing, setChanging] = useState(false)
  const link = useClienteDoAtendimento(atendimento.id)
  const { cliente, passado_de, passado_em } = atendimento
  const mayLink = eDaSupervisao(usuario.papel) || atendimento.usuario_id === usuario.id
  const pick = (id_cliente: number) => link.mutate(id_cliente, { onSuccess: () => setChanging(false) })
  return (
    <div>
      <Group justify="space-between" gap="xs" wrap="nowrap" align="flex-start">
        <Text fw={600} fz="lg" style={{ overflowWrap: 'anywhere' }}>
          {cliente ? <ClienteNome cliente={cliente} /> : 'Sem cliente'}
        </Text>
        {mayLink && cliente && (
          <Button
            size="compact-sm"
            variant="subtle"
            style={{ flexShrink: 0 }}
            aria-expanded={changing}
            onClick={() => setChanging(!changing)}
          >
            {changing ? 'Manter este cliente' : 'Trocar cliente'}
          </Button>
        )}
      </Group>
      <Sub className="algarismos">
        {cliente && `código ${cliente.codigo_cliente} · `}
        {atendimento.telefone_formatado} · {quando(atendimento.criado_em)}
        <br />
        Aberto por {atendimento.aberto_por}
        {passado_de && passado_em && ` · passado de ${passado_de} para ${atendimento.usuario} em ${quando(passado_em)}`}
        {atendimento.fechado_em && ` · fechado ${quando(atendimento.fechado_em)}`}
      </Sub>
      {mayLink && (changing || !cliente) && <ClienteSearch busy={link.isPending} onPick={pick} />}
      <FailureAlert error={link.error} />
    </div>
  )
}
