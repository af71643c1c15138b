import { Button, Code, Collapse } from '@mantine/core'
import { useDisclosure, useId } from '@mantine/hooks'
import { IconChevronDown, IconChevronRight } from '@tabler/icons-react'

/** `ligacao_params` as plain text, out of the way until asked for. */
export function ChamadaParams({ params }: { params: Record<string, unknown> | null }) {
  const [opened, { toggle }] = useDisclosure(false)
  const id = useId()
  if (!params || Object.keys(params).length === 0) return null
  const Icon = opened ? IconChevronDown : IconChevronRight
  return (
    <div>
      <Button
        variant="subtle"
        size="compact-sm"
        ml={-8}
        leftSection={<Icon size={16} aria-hidden />}
        aria-expanded={opened}
        aria-controls={id}
        onClick={toggle}
      >
        Parâmetros da ligação
      </Button>
      <Collapse expanded={opened} id={id}>
        <Code
          block
          mah={240}
          style={{ overflow: 'auto', whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}
          tabIndex={0}
        >
          {Object.entries(params).map(([name, value]) => `${name}: ${asText(value)}\n`)}
        </Code>
      </Collapse>
    </div>
  )
}

const asText = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value, null, 2))
