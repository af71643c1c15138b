import { Button, Text, Title } from '@mantine/core'
import type { Ligacao } from '#server/ligacao/wire/ligacao'
import classes from './cabecalho.module.css'
import { HaQuantoTempo } from './HaQuantoTempo.tsx'
import type { LigacaoAction } from './useLigacaoActions.ts'

interface Props {
  ligacao: Ligacao
  close: LigacaoAction
}

export function ChamadaCabecalho({ ligacao, close }: Props) {
  return (
    <div className={classes.cabecalho}>
      <Title order={2} size="h3" className="algarismos" lh={1.2}>
        <span className={classes.sobretitulo}>Chamada de </span>
        <span className={classes.numero}>{ligacao.telefone_formatado}</span>
      </Title>
      <Text size="sm" c="dimmed">
        <HaQuantoTempo instante={ligacao.notificada_em} />
      </Text>
      <Button
        variant="default"
        size="xs"
        className={classes.fechar}
        loading={close.pending}
        onClick={() => close.run()}
      >
        Fechar chamada
      </Button>
    </div>
  )
}
