import { Button, Group, Text, Title } from '@mantine/core'
import type { Ligacao } from '#contract/ligacao'
import { tituloDe } from '../ligacoes/titulo.ts'
import { HaQuantoTempo } from './HaQuantoTempo.tsx'
import type { LigacaoAction } from './useLigacaoActions.ts'

interface Props {
  ligacao: Ligacao
  headingId: string
  close: LigacaoAction
}

export function ChamadaCabecalho({ ligacao, headingId, close }: Props) {
  return (
    <Group justify="space-between" wrap="nowrap" align="flex-start" gap="xs">
      <div>
        <Title order={2} size="h3" id={headingId} className="algarismos" lh={1.2}>
          {tituloDe(ligacao)}
        </Title>
        <Text size="sm" c="dimmed">
          <HaQuantoTempo instante={ligacao.notificada_em} />
        </Text>
      </div>
      <Button variant="default" size="xs" style={{ flexShrink: 0 }} loading={close.pending} onClick={() => close.run()}>
        Fechar chamada
      </Button>
    </Group>
  )
}
