'use client'
import { Paper, Stack, Text, Title, VisuallyHidden } from '@mantine/core'
import { IconHeadset, IconPlugConnectedX } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { UsuarioAtual } from '#server/acesso/wire'
import { useUsuario } from '../acesso/Usuario.tsx'
import { AtendimentosAbertos } from '../atendimento/AtendimentosAbertos.tsx'
import { abertosKey } from '../atendimento/atendimentoQueries.ts'
import { Avisos } from './Avisos.tsx'
import type { EstadoConexao } from './Conexao.tsx'
import { LigacaoJanela } from './LigacaoJanela.tsx'
import { useLigacoes } from './LigacoesProvider.tsx'
import classes from './painel.module.css'

/** The desk: the open calls side by side, what became of those that went away, and the tickets still open. */
export function Painel() {
  const { abertas, avisos, dismissAviso } = useLigacoes()
  const shown = abertas.flatMap((ligacao) => (ligacao.atendimento ? [ligacao.atendimento.id] : []))
  useRefreshAtendimentos()
  return (
    <>
      <VisuallyHidden component="h1">Painel</VisuallyHidden>
      <Avisos avisos={avisos} onDismiss={dismissAviso} />
      <Stack>
        {abertas.length === 0 ? (
          <MesaVazia />
        ) : (
          <div className={classes.janelas}>
            {abertas.map((ligacao) => (
              <LigacaoJanela key={ligacao.id} ligacao={ligacao} />
            ))}
          </div>
        )}
        <AtendimentosAbertos except={shown} />
      </Stack>
    </>
  )
}

/** Asks for the open tickets again whenever a window came, went or got its ticket, and when the connection is back. */
function useRefreshAtendimentos() {
  const { abertas, conexao } = useLigacoes()
  const queryClient = useQueryClient()
  const windows = abertas.map(({ id, atendimento }) => `${id}:${atendimento?.id}:${atendimento?.estado}`).join()
  // biome-ignore lint/correctness/useExhaustiveDependencies: the windows are not read, their change is what matters
  useEffect(() => {
    if (conexao === 'ativa') void queryClient.invalidateQueries({ queryKey: abertosKey })
  }, [windows, conexao, queryClient])
}

/** The empty desk says for whom it listens, and says so only while it does. */
function MesaVazia() {
  const usuario = useUsuario()
  const { conexao, bancoAusente } = useLigacoes()
  const { titulo, texto } = words(usuario, conexao, bancoAusente)
  const Icon = conexao === 'perdida' ? IconPlugConnectedX : IconHeadset
  return (
    <Paper withBorder p="xl">
      <Stack align="center" gap="xs" py="xl" ta="center">
        <Icon size={48} stroke={1.3} aria-hidden />
        <Title order={2} size="h3">
          {titulo}
        </Title>
        <Text c="dimmed" maw={480}>
          {texto}
        </Text>
      </Stack>
    </Paper>
  )
}

function words({ ramal, identificador_interno }: UsuarioAtual, conexao: EstadoConexao, bancoAusente: boolean) {
  const alvo = ramal ? `do ramal ${ramal}` : identificador_interno ? `de ${identificador_interno}` : null
  if (!alvo)
    return {
      titulo: 'Esta conta não recebe chamadas',
      texto: 'Ela não tem ramal nem identificador interno. Um administrador pode dar-lhe um.',
    }
  if (conexao === 'ativa')
    return {
      titulo: `Aguardando chamadas ${alvo}`,
      texto: 'A janela aparece aqui assim que o telefone tocar. Pode deixar esta aba aberta.',
    }
  if (bancoAusente)
    return {
      titulo: 'Banco de dados fora do ar',
      texto: `As chamadas ${alvo} não chegam a esta tela agora. Ela volta sozinha; o que você escreve fica guardado.`,
    }
  if (conexao === 'reconectando')
    return { titulo: 'Reconectando…', texto: `As chamadas ${alvo} aparecem assim que a conexão voltar.` }
  return {
    titulo: 'Sem conexão com o servidor',
    texto: `As chamadas ${alvo} não chegam a esta tela agora. A mesa continua tentando se reconectar.`,
  }
}
