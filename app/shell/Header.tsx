import { Box, Group, Text } from '@mantine/core'
import { IconPhoneCall } from '@tabler/icons-react'
import { useUsuario } from '../sessao/UsuarioContext.ts'
import { MudoBotao } from '../toque/MudoBotao.tsx'
import { AparenciaMenu } from './AparenciaMenu.tsx'
import { ConexaoIndicador } from './ConexaoIndicador.tsx'
import { Navegacao } from './Navegacao.tsx'
import { SairBotao } from './SairBotao.tsx'
import classes from './shell.module.css'

export function Header() {
  const usuario = useUsuario()
  return (
    <Box component="header" className={classes.header} px={{ base: 'sm', sm: 'md' }} py="xs">
      <Group justify="space-between" gap="xs">
        <Group gap="md">
          <Group gap={6} wrap="nowrap">
            <IconPhoneCall size={22} aria-hidden />
            <Text fw={700} size="lg">
              Alô
            </Text>
          </Group>
          <ConexaoIndicador />
          <Navegacao />
        </Group>
        <Group gap="xs" wrap="nowrap" miw={0}>
          <Text size="sm" className={classes.quem}>
            {usuario.nome}
            {usuario.ramal && ` · ramal ${usuario.ramal}`}
          </Text>
          <MudoBotao />
          <AparenciaMenu />
          <SairBotao />
        </Group>
      </Group>
    </Box>
  )
}
