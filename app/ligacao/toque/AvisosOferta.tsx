import { Button, Group, Text } from '@mantine/core'
import { useLocalStorage, useMounted } from '@mantine/hooks'
import { useUsuario } from '../../acesso/Usuario.tsx'
import { askPermissao, permissao } from './avisoDoSistema.ts'
import { usePreferencias } from './preferencias.ts'

/**
 * Offers system notifications, which are otherwise only in a menu: once to each person in each browser, while the
 * browser has not asked for permission. Nothing is below it, so nothing moves when it goes.
 */
export function AvisosOferta() {
  const { usuario } = useUsuario()
  const [, set] = usePreferencias()
  const [answered, setAnswered] = useLocalStorage({ key: `alo:avisos-oferecidos:${usuario}`, defaultValue: false })
  // The server that draws the page knows no permission.
  if (!useMounted() || answered || permissao() !== 'default') return null
  const activate = async () => {
    setAnswered(true)
    set({ avisos: (await askPermissao()) === 'granted' })
  }
  return (
    <Group role="group" aria-label="Avisos do sistema" gap="xs" mt="md" justify="center">
      <Text size="sm">Avisar fora da aba quando tocar?</Text>
      <Group gap={4} wrap="nowrap">
        <Button variant="outline" onClick={() => void activate()}>
          Ativar
        </Button>
        <Button variant="subtle" color="gray" onClick={() => setAnswered(true)}>
          Agora não
        </Button>
      </Group>
    </Group>
  )
}
