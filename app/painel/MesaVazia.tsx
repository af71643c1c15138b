import { Paper, Stack, Text, Title } from '@mantine/core'
import { IconHeadset, IconPlugConnectedX } from '@tabler/icons-react'
import type { UsuarioAtual } from '#server/acesso/wire'
import type { EstadoConexao } from '../ligacoes/conexao.ts'
import { useLigacoes } from '../ligacoes/LigacoesContext.ts'
import { useUsuario } from '../sessao/UsuarioContext.ts'

/** The empty desk says for whom it listens, and says so only while it does. */
export function MesaVazia() {
  const usuario = useUsuario()
  const { conexao } = useLigacoes()
  const { titulo, texto } = words(usuario, conexao)
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

function words({ ramal, identificador_interno }: UsuarioAtual, conexao: EstadoConexao) {
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
  if (conexao === 'reconectando')
    return { titulo: 'Reconectando…', texto: `As chamadas ${alvo} aparecem assim que a conexão voltar.` }
  return {
    titulo: 'Sem conexão com o servidor',
    texto: `As chamadas ${alvo} não chegam a esta tela agora. A mesa continua tentando se reconectar.`,
  }
}
