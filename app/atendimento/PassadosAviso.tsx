import { Anchor, Box, Notification, Stack, Text } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import Link from 'next/link'
import { useEffect, useState } from 'react'
import type { AtendimentoPassadoAdiante } from '#server/atendimento/wire/atendimento'
import { useUsuario } from '../acesso/Usuario.tsx'
import { createListeners } from '../ui/listeners.ts'
import { useFocusStays } from '../ui/parts/useFocusStays.ts'
import { atendimentosKey } from './atendimentoQueries.ts'
import { useEditores } from './editor/Editores.tsx'

/** The room with the connection tells here that a ticket was passed. */
export const passados = createListeners<[AtendimentoPassadoAdiante]>()

const kept = 4

/** Atendimentos that colleagues passed to this agent while they were here. Each notice stays until it is dismissed. */
export function PassadosAviso() {
  const usuario = useUsuario()
  const editores = useEditores()
  const cache = useQueryClient()
  const [avisos, setAvisos] = useState<AtendimentoPassadoAdiante[]>([])
  const dismiss = (id: number) => setAvisos((old) => old.filter(({ atendimento }) => atendimento.id !== id))
  useEffect(
    () =>
      passados.subscribe((passado) => {
        const { atendimento } = passado
        editores.receive(atendimento)
        void cache.invalidateQueries({ queryKey: atendimentosKey })
        setAvisos((old) => {
          const others = old.filter((each) => each.atendimento.id !== atendimento.id)
          return atendimento.usuario_id === usuario.id && !passado.desfeito
            ? [passado, ...others].slice(0, kept)
            : others
        })
      }),
    [editores, cache, usuario.id],
  )
  const stays = useFocusStays()
  return (
    <Box
      {...stays}
      pos="fixed"
      bottom="var(--mantine-spacing-md)"
      right="var(--mantine-spacing-md)"
      w="min(22rem, calc(100vw - 2 * var(--mantine-spacing-md)))"
      role="log"
      aria-label="Atendimentos recebidos"
      style={{ zIndex: 400 }}
    >
      <Stack component="ul" gap="xs">
        {avisos.map(({ atendimento, por }) => (
          <li key={atendimento.id}>
            <Notification
              withBorder
              title={`${por} passou um atendimento para você`}
              closeButtonProps={{ 'aria-label': 'Dispensar aviso' }}
              onClose={() => dismiss(atendimento.id)}
            >
              <Text size="sm">{atendimento.cliente?.nome_razaosocial ?? 'Sem cliente'}</Text>
              <Anchor
                component={Link}
                href={`/atendimentos?atendimento=${atendimento.id}`}
                size="sm"
                className="algarismos"
                onClick={() => dismiss(atendimento.id)}
              >
                Abrir {atendimento.protocolo_formatado}
              </Anchor>
            </Notification>
          </li>
        ))}
      </Stack>
    </Box>
  )
}
