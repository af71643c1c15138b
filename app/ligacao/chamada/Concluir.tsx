import { Button, NativeSelect, Popover, Stack } from '@mantine/core'
import { IconChevronDown } from '@tabler/icons-react'
import { type ChangeEvent, type FormEvent, useEffect, useRef, useState } from 'react'
import type { Atendimento } from '#server/ligacao/wire/ligacao'
import { useUsuario } from '../../acesso/Usuario.tsx'
import { useOpcoes } from '../../atendimento/atendimentoQueries.ts'
import { useEditor } from '../../atendimento/editor/Editores.tsx'
import { useAwaitedField } from '../../ui/parts/awaitedField.ts'

interface Props {
  atendimento: Atendimento
  disabled: boolean
  /** Another call rings, and its button is the filled one. */
  quiet: boolean
  /** Closes the window; called when the ticket is closed. */
  onConcluded: () => void
}

type Lista = 'motivo' | 'desfecho'
const nenhuma: Record<Lista, string | null> = { motivo: null, desfecho: null }

/** Ends a call in one step: the agent chooses reason and outcome, and the ticket and the window are closed. */
export function Concluir({ atendimento, disabled, quiet, onConcluded }: Props) {
  const { editor, state } = useEditor(atendimento)
  const usuario = useUsuario()
  const { data, isPending } = useOpcoes()
  const [opened, setOpened] = useState(false)
  /** What the agent chose here; null until then, when the reason follows what another tab chooses. */
  const [escolhas, setEscolhas] = useState(nenhuma)
  const { base, pendente } = state
  const conflito = state.conflito !== null
  useAwaitedField(opened)
  const botao = useRef<HTMLButtonElement>(null)
  // The agent must first choose between the two texts, and that alert may be far below.
  useEffect(() => {
    if (!opened || !conflito) return
    setOpened(false)
    botao.current?.closest('[data-ligacao]')?.querySelector<HTMLElement>('[data-conflito]')?.focus()
  }, [opened, conflito])
  if (base.estado !== 'aberto' || base.usuario_id !== usuario.id) return null
  // The choices of an earlier close that failed.
  const antes = state.naoFeita?.mudanca
  const motivo = [pendente.id_motivo, antes?.id_motivo, base.id_motivo].find((each) => each !== undefined) ?? null
  const desfecho = antes?.id_desfecho ?? null
  const campo = (lista: Lista, nenhum: string, antes: number | null) => {
    const value = escolhas[lista] ?? `${antes ?? ''}`
    return {
      value,
      onChange: (event: ChangeEvent<HTMLSelectElement>) =>
        setEscolhas({ ...escolhas, [lista]: event.currentTarget.value }),
      data: [
        { value: '', label: nenhum },
        ...(data ?? [])
          // What was chosen stays when it goes out of use: the agent must see what is refused.
          .filter((each) => each.lista === lista && (each.ativo || [value, `${antes}`].includes(`${each.id}`)))
          .map(({ id, descricao }) => ({ value: `${id}`, label: descricao })),
      ],
    }
  }
  const open = (next: boolean) => {
    setOpened(next)
    setEscolhas(nenhuma)
  }
  const conclude = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    open(false)
    await editor.change({
      estado: 'fechado',
      ...(escolhas.motivo !== null
        ? { id_motivo: Number(escolhas.motivo) || null }
        : antes?.id_motivo !== undefined && { id_motivo: antes.id_motivo }),
      ...(data && { id_desfecho: Number(escolhas.desfecho ?? desfecho) || null }),
    })
    const after = editor.state()
    if (after.conflito !== null) open(true)
    else if (after.base.estado === 'fechado' && !editor.unsaved) onConcluded()
  }
  return (
    <Popover
      // It opens only when its options are loaded: without them the list would show, and save, that there is no reason.
      opened={opened && !isPending && !conflito}
      onChange={open}
      position="bottom-end"
      width={280}
      shadow="md"
      // Inside the call, which stays as it is while the focus is in it.
      withinPortal={false}
      trapFocus
      returnFocus
    >
      <Popover.Target>
        <Button
          ref={botao}
          variant={quiet ? 'outline' : 'filled'}
          disabled={disabled}
          loading={pendente.estado !== undefined || (opened && isPending)}
          rightSection={<IconChevronDown size={16} aria-hidden />}
          onClick={() => open(!opened)}
        >
          Concluir
        </Button>
      </Popover.Target>
      <Popover.Dropdown>
        <form onSubmit={(event) => void conclude(event)}>
          <Stack gap="sm">
            {data && (
              <>
                <NativeSelect label="Motivo" {...campo('motivo', 'Sem motivo', motivo)} />
                <NativeSelect label="Desfecho" {...campo('desfecho', 'Sem desfecho', desfecho)} />
              </>
            )}
            <Button type="submit">Concluir e fechar</Button>
          </Stack>
        </form>
      </Popover.Dropdown>
    </Popover>
  )
}
