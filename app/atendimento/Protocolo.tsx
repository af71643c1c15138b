import { Button, Group, Text, VisuallyHidden } from '@mantine/core'
import { IconCheck, IconCopy } from '@tabler/icons-react'
import { useEffect, useState } from 'react'

/** The protocol, large and in groups for reading aloud; what is copied are the bare digits. */
export function Protocolo({ protocolo, formatado }: { protocolo: string; formatado: string }) {
  const { copied, failed, copy } = useCopy()
  return (
    <div>
      <Text size="sm" c="dimmed">
        Protocolo
      </Text>
      <Group justify="space-between" gap="xs">
        <Text className="algarismos" fz={{ base: 24, xs: 28 }} fw={700} lh={1.2} data-protocolo={protocolo}>
          {formatado}
        </Text>
        <Button
          variant="light"
          size="xs"
          leftSection={copied ? <IconCheck size={16} aria-hidden /> : <IconCopy size={16} aria-hidden />}
          onClick={() => copy(protocolo)}
        >
          {copied ? 'Copiado' : 'Copiar protocolo'}
        </Button>
      </Group>
      <div role="status">
        {copied && <VisuallyHidden>O número está na área de transferência</VisuallyHidden>}
        {failed && <Text size="sm">Este navegador não deixa copiar. Selecione o número: {protocolo}</Text>}
      </div>
    </div>
  )
}

const shownFor = 2_500

/** Copies text and says for a moment how it went. By hand: Mantine's useClipboard cannot copy on a plain HTTP desk. */
function useCopy() {
  const [outcome, setOutcome] = useState<'copied' | 'failed' | null>(null)
  useEffect(() => {
    if (outcome !== 'copied') return
    const timer = setTimeout(() => setOutcome(null), shownFor)
    return () => clearTimeout(timer)
  }, [outcome])
  const copy = async (text: string) => setOutcome((await copyText(text)) ? 'copied' : 'failed')
  return { copied: outcome === 'copied', failed: outcome === 'failed', copy }
}

/** The clipboard proper exists on HTTPS and loopback only; the old command serves desks on plain HTTP. */
async function copyText(text: string): Promise<boolean> {
  const copied = await navigator.clipboard?.writeText(text).then(
    () => true,
    () => false,
  )
  return copied || copyBySelection(text)
}

function copyBySelection(text: string): boolean {
  const focused = document.activeElement
  const field = document.createElement('textarea')
  field.value = text
  field.style.position = 'fixed'
  field.style.opacity = '0'
  document.body.append(field)
  field.select()
  const copied = document.execCommand('copy')
  field.remove()
  if (focused instanceof HTMLElement) focused.focus()
  return copied
}
