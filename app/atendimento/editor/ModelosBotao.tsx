import { IconTemplate } from '@tabler/icons-react'
import { useState } from 'react'
import { EscolhaLista } from '../../ui/EscolhaLista.tsx'
import { sentenceOf } from '../../ui/network/request.ts'
import { useModelosPreenchidos } from '../atendimentoQueries.ts'

interface Props {
  /** The ticket's id. */
  id: number
  onLeave: () => void
  onPick: (texto: string) => void
}

/** The supervisors' texts, filled in with this ticket's data. The chosen one is inserted at the caret. */
export function ModelosBotao({ id, onLeave, onPick }: Props) {
  const [opened, setOpened] = useState(false)
  const modelos = useModelosPreenchidos(id, opened)
  const opcoes = (modelos.data ?? []).map(({ id, titulo, texto, faltam }) => ({
    id,
    nome: titulo,
    detalhe: faltam.length > 0 ? `Falta preencher: ${faltam.join(', ')}` : texto,
  }))
  return (
    <EscolhaLista
      rotulo="Modelos de texto"
      opcoes={opcoes}
      vazia={
        modelos.error
          ? sentenceOf(modelos.error)
          : modelos.data?.length === 0
            ? 'Nenhum modelo ainda: a supervisão cria em Atendimentos, Modelos'
            : 'Nenhum modelo com estas letras'
      }
      pendente={modelos.isPending}
      opened={opened}
      onOpenedChange={setOpened}
      onLeave={onLeave}
      onPick={(chosen) => onPick(modelos.data?.find((each) => each.id === chosen)?.texto ?? '')}
      botao={{ variant: 'subtle', leftSection: <IconTemplate size={16} aria-hidden />, children: 'Modelos' }}
    />
  )
}
