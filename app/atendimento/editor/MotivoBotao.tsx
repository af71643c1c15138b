import { Group, Text } from '@mantine/core'
import { IconChevronDown } from '@tabler/icons-react'
import { useState } from 'react'
import { EscolhaLista } from '../../ui/EscolhaLista.tsx'
import { useOpcoes } from '../atendimentoQueries.ts'

interface Props {
  escolhido: number | null
  disabled: boolean
  onPick: (id_motivo: number | null) => void
}

const nenhum = { id: 0, nome: 'Sem motivo' }

/** The administrators' list of reasons, the most used first. */
export function MotivoBotao({ escolhido, disabled, onPick }: Props) {
  const opcoes = useOpcoes()
  const [opened, setOpened] = useState(false)
  const motivos = (opcoes.data ?? []).filter(({ lista }) => lista === 'motivo')
  const nome = motivos.find(({ id }) => id === escolhido)?.descricao
  const emUso = motivos.filter(({ ativo }) => ativo).map(({ id, descricao }) => ({ id, nome: descricao }))
  return (
    <Group gap={6}>
      <Text size="sm" fw={500}>
        Motivo
      </Text>
      <EscolhaLista
        rotulo="Motivos"
        opcoes={escolhido === null ? emUso : [...emUso, nenhum]}
        vazia="Nenhum motivo com estas letras"
        pendente={opcoes.isPending}
        opened={opened}
        onOpenedChange={setOpened}
        onPick={(id) => onPick(id === nenhum.id ? null : id)}
        botao={{
          variant: 'default',
          maw: '100%',
          disabled,
          'aria-label': `Motivo: ${nome ?? 'escolher'}`,
          rightSection: <IconChevronDown size={14} aria-hidden />,
          children: nome ?? 'Escolher motivo',
        }}
      />
    </Group>
  )
}
