import { Box, Text } from '@mantine/core'
import { IconPhoneCall } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { recebeChamadas } from '#server/acesso/rules/recebeChamadas'
import { eDaSupervisao } from '#server/acesso/rules/supervisao'
import type { UsuarioAtual } from '#server/acesso/wire'
import { type Contagens, Navegacao } from './Navegacao.tsx'
import classes from './shell.module.css'

interface Props {
  usuario: UsuarioAtual
  contagens: Contagens
  conexao: ReactNode
  /** A line of fixed height on every page: nothing moves. */
  faixa: ReactNode
  ferramentas: ReactNode
  children: ReactNode
}

export function Shell({ usuario, contagens, conexao, faixa, ferramentas, children }: Props) {
  // The header of a supervisor who also takes calls has more links and buttons, so less room for words.
  const muitas = eDaSupervisao(usuario.papel) && recebeChamadas(usuario)
  return (
    <>
      {/* The first stop of the Tab key; it leads past the header. */}
      <a href="#conteudo" className={classes.skip}>
        Ir para o conteúdo
      </a>
      <Box component="header" className={classes.header} px={{ base: 'sm', sm: 'md' }}>
        <div className={classes.linha}>
          <span className={classes.marca}>
            <IconPhoneCall size={22} aria-hidden />
            <Text fw={700} size="lg" span>
              Alô
            </Text>
          </span>
          <Navegacao papel={usuario.papel} contagens={contagens} />
          <div className={classes.ferramentas} data-muitas={muitas || undefined}>
            {ferramentas}
          </div>
        </div>
        <div className={classes.linha}>
          {conexao}
          <div className={classes.faixa}>{faixa}</div>
        </div>
      </Box>
      <Box
        component="main"
        id="conteudo"
        tabIndex={-1}
        px={{ base: 'sm', sm: 'md' }}
        pt="xs"
        pb="md"
        style={{ outline: 'none' }}
      >
        {children}
      </Box>
    </>
  )
}
