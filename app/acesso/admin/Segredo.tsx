import { Alert, Button, Code, Group, Stack, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import type * as z from 'zod'
import type { convite, UsuarioAdministrado } from '#server/acesso/wire'
import { useCopy } from '../../ui/copy.ts'

/** The link with which somebody chooses a password, as the server has just created it. */
export type Convidado = z.infer<typeof convite> & Pick<UsuarioAdministrado, 'id' | 'nome'>

/** A secret that is shown only once: somebody who closes it before copying must create another. */
export function Segredo({ titulo, texto, children, onDone }: SegredoProps) {
  const { copied, failed, copy } = useCopy()
  return (
    <Alert color="blue" title={titulo} role="status" style={{ overflowWrap: 'anywhere' }}>
      <Stack gap="xs">
        <Text size="sm">{children}</Text>
        <Code block data-segredo style={{ overflowWrap: 'anywhere', whiteSpace: 'pre-wrap' }}>
          {texto}
        </Code>
        {failed && <Text size="sm">O navegador não deixou copiar: selecione o texto e copie à mão.</Text>}
        <Group gap="xs">
          {/* It takes the focus, because the form or menu that created the secret is gone. */}
          <Button size="sm" autoFocus onClick={() => void copy(texto)}>
            {copied ? 'Copiado' : 'Copiar'}
          </Button>
          <Button size="sm" variant="default" onClick={onDone}>
            Já copiei
          </Button>
        </Group>
      </Stack>
    </Alert>
  )
}

interface SegredoProps {
  titulo: string
  texto: string
  children: ReactNode
  onDone: () => void
}
