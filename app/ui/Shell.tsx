import { Box, Group, Text } from '@mantine/core'
import { IconPhoneCall } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import type { UsuarioAtual } from '#server/acesso/wire'
import { Navegacao } from './Navegacao.tsx'
import classes from './shell.module.css'

interface Props {
  usuario: UsuarioAtual
  /** How many calls are open. */
  emAberto: number
  /** The live connection's state, always in sight. */
  conexao: ReactNode
  /** The header's buttons. */
  ferramentas: ReactNode
  children: ReactNode
}

/** The frame of every page behind the sign-in: a header that stays, and the page below it. */
export function Shell({ usuario, emAberto, conexao, ferramentas, children }: Props) {
  return (
    <>
      {/* The first stop of the Tab key: past the header, to the calls. */}
      <a href="#conteudo" className={classes.skip}>
        Ir para as chamadas
      </a>
      <Box component="header" className={classes.header} px={{ base: 'sm', sm: 'md' }} py="xs">
        <Group justify="space-between" gap="xs">
          <Group gap="md">
            <Group gap={6} wrap="nowrap">
              <IconPhoneCall size={22} aria-hidden />
              <Text fw={700} size="lg">
                Alô
              </Text>
            </Group>
            {conexao}
            <Navegacao papel={usuario.papel} emAberto={emAberto} />
          </Group>
          <Group gap="xs" wrap="nowrap" miw={0}>
            <Text size="sm" className={classes.quem}>
              {usuario.nome}
              {usuario.ramal && ` · ramal ${usuario.ramal}`}
            </Text>
            {ferramentas}
          </Group>
        </Group>
      </Box>
      <Box component="main" id="conteudo" tabIndex={-1} p={{ base: 'sm', sm: 'md' }} style={{ outline: 'none' }}>
        {children}
      </Box>
    </>
  )
}
