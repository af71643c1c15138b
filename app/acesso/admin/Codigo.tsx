import { Button, Code, Group } from '@mantine/core'
import { useCopy } from '../../ui/copy.ts'
import { Sub } from '../../ui/Sub.tsx'

/** Lines to paste into a file, or into a terminal if no file is named, with a button that copies them. */
export function Codigo({ titulo, arquivo, texto }: { titulo: string; arquivo?: string | undefined; texto: string }) {
  const { copied, failed, copy } = useCopy()
  return (
    <div>
      <Group justify="space-between" gap="xs">
        <Sub ff="monospace">{arquivo ?? 'no terminal'}</Sub>
        <Button size="compact-sm" variant="subtle" aria-label={`Copiar ${titulo}`} onClick={() => void copy(texto)}>
          {copied ? 'Copiado' : failed ? 'Selecione e copie' : 'Copiar'}
        </Button>
      </Group>
      <Code block role="region" aria-label={titulo} tabIndex={0} style={{ overflowX: 'auto' }}>
        {texto}
      </Code>
    </div>
  )
}
