import { Button, Text } from '@mantine/core'
import { IconChevronDown } from '@tabler/icons-react'
import { useEffect, useEffectEvent, useRef } from 'react'
import { EscolhaLista } from '../../ui/EscolhaLista.tsx'
import { useOpcoes } from '../atendimentoQueries.ts'
import type { Mudanca } from './Editor.ts'

interface Props {
  aberto: boolean
  disabled: boolean
  loading: boolean
  desfecho: number | null
  opened: boolean
  onOpenedChange: (opened: boolean) => void
  onLeave: () => void
  onChange: (mudanca: Mudanca) => void
}

const nenhum = { id: 0, nome: 'Sem desfecho' }

export function CloseAtendimento({ aberto, disabled, loading, desfecho, onChange, ...lista }: Props) {
  const opcoes = useOpcoes()
  const asked = useRef(false)
  const reabrir = useRef<HTMLButtonElement>(null)
  const goOn = useEffectEvent(() => {
    if (!asked.current) return
    asked.current = false
    // "Reabrir" disappears when pressed, and the focus with it.
    if (aberto && document.activeElement === document.body) lista.onLeave()
    // Nothing can be written in a closed ticket's notes, and there the letters would be no shortcuts.
    if (!aberto && document.activeElement?.matches('body, textarea:read-only')) reabrir.current?.focus()
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: when the ticket is open again, or closed
  useEffect(() => goOn(), [aberto])
  const desfechos = (opcoes.data ?? []).filter((opcao) => opcao.lista === 'desfecho')
  const emUso = desfechos.filter(({ ativo }) => ativo).map(({ id, descricao }) => ({ id, nome: descricao }))
  if (!aberto)
    return (
      <>
        {desfecho !== null && (
          <Text size="sm">{desfechos.find(({ id }) => id === desfecho)?.descricao ?? `Desfecho ${desfecho}`}</Text>
        )}
        <Button
          ref={reabrir}
          size="xs"
          variant="default"
          disabled={disabled}
          loading={loading}
          onClick={() => {
            asked.current = true
            onChange({ estado: 'aberto' })
          }}
        >
          Reabrir
        </Button>
      </>
    )
  return (
    <EscolhaLista
      rotulo="Desfechos"
      opcoes={[...emUso, nenhum]}
      vazia="Nenhum desfecho com estas letras"
      pendente={opcoes.isPending}
      onPick={(id) => {
        asked.current = true
        onChange({ estado: 'fechado', id_desfecho: id === nenhum.id ? null : id })
      }}
      {...lista}
      botao={{
        variant: 'default',
        disabled,
        loading,
        title: disabled ? undefined : 'Ctrl+Enter nas anotações',
        rightSection: <IconChevronDown size={14} aria-hidden />,
        children: 'Fechar atendimento',
      }}
    />
  )
}
