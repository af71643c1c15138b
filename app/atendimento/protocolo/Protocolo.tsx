import { ActionIcon, Button, Group, Text, VisuallyHidden } from '@mantine/core'
import { IconCheck, IconCopy } from '@tabler/icons-react'
import { useCopy } from '../../ui/copy.ts'
import { Sub } from '../../ui/Sub.tsx'
import classes from './protocolo.module.css'
import { SendProtocolo } from './SendProtocolo.tsx'

interface Props {
  /** The ticket's id. */
  id: number
  protocolo: string
  formatado: string
}

/** Shows the number in groups of digits, for reading aloud; it is copied without them. */
export function Protocolo({ id, protocolo, formatado }: Props) {
  const { copied, failed, copy } = useCopy()
  return (
    <div>
      <Group gap="6px var(--mantine-spacing-xs)">
        <Sub>Protocolo</Sub>
        <Text className="algarismos" fz={24} fw={700} lh={1.2} data-protocolo={protocolo}>
          {formatado}
        </Text>
        <Group gap="xs" wrap="nowrap">
          <Button
            variant="light"
            size="xs"
            aria-label="Copiar protocolo"
            data-acao="copiar-protocolo"
            leftSection={copied ? <IconCheck size={16} aria-hidden /> : <IconCopy size={16} aria-hidden />}
            onClick={() => copy(protocolo)}
          >
            {/* Both labels take one place, so the button does not change its width. */}
            <span className={classes.rotulos}>
              <span data-visivel={!copied}>Copiar protocolo</span>
              <span data-visivel={copied}>Copiado</span>
            </span>
          </Button>
          <SendProtocolo id={id} formatado={formatado} />
        </Group>
      </Group>
      <div role="status">
        {copied && <VisuallyHidden>O número está na área de transferência</VisuallyHidden>}
        {failed && <Text size="sm">Este navegador não deixa copiar. Selecione o número: {protocolo}</Text>}
      </div>
    </div>
  )
}

export function ProtocoloCurto({ protocolo, formatado }: { protocolo: string; formatado: string }) {
  const { copied, copy } = useCopy()
  return (
    <span className={`${classes.curto} algarismos`}>
      <span>
        Protocolo <strong data-protocolo={protocolo}>{formatado}</strong>
      </span>
      <ActionIcon
        size="sm"
        variant="subtle"
        aria-label="Copiar protocolo"
        data-acao="copiar-protocolo"
        onClick={() => copy(protocolo)}
      >
        {copied ? <IconCheck size={16} aria-hidden /> : <IconCopy size={16} aria-hidden />}
      </ActionIcon>
      <VisuallyHidden role="status">{copied && 'O número está na área de transferência'}</VisuallyHidden>
    </span>
  )
}
