import { Combobox, Text, useCombobox } from '@mantine/core'
import { type ReactElement, type ReactNode, useEffect, useState } from 'react'

export interface Opcao {
  id: number
  nome: string
  /** A second line, in small print. */
  detalhe?: ReactNode
}

interface Props {
  /** What is chosen from: the accessible name of the list, and of the field that searches it. */
  rotulo: string
  opcoes: readonly Opcao[]
  /** What stands where nothing is found. */
  vazia: string
  opened: boolean
  onOpenedChange: (opened: boolean) => void
  onPick: (id: number) => void
  /** Where the keyboard goes on after a choice or Escape; else at the button. */
  onLeave?: () => void
  /** The button that the list hangs from; it opens the list itself. */
  children: ReactElement
}

const fold = (texto: string) => texto.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()

/** A list below a button, searched as one types: the first that fits is chosen by Enter, arrows choose another. */
export function EscolhaLista({ rotulo, opcoes, vazia, opened, onOpenedChange, onPick, onLeave, children }: Props) {
  const [busca, setBusca] = useState('')
  const combobox = useCombobox({ opened, onOpenedChange })
  const found = opened ? opcoes.filter(({ nome }) => fold(nome).includes(fold(busca.trim()))) : []
  const shown = found.map(({ id }) => id).join()
  const leave = () => {
    combobox.closeDropdown()
    if (onLeave) onLeave()
    else combobox.focusTarget()
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: the store is new at each render; the list is what matters
  useEffect(() => {
    if (!opened) return setBusca('')
    combobox.focusSearchInput()
    combobox.selectFirstOption()
  }, [opened, shown])
  return (
    <Combobox
      store={combobox}
      width={300}
      position="bottom-start"
      // Part of what it is opened in, a drawer or a window, to the keyboard and to who hears it.
      withinPortal={false}
      middlewares={{ flip: true, shift: true }}
      transitionProps={{ duration: 0 }}
      // Closed it costs nothing: a ticket's editor has four of them, and stands there at one click.
      keepMounted={false}
      onOptionSubmit={(id) => {
        leave()
        onPick(Number(id))
      }}
    >
      <Combobox.Target withAriaAttributes={false}>{children}</Combobox.Target>
      <Combobox.Dropdown>
        <Combobox.Search
          role="combobox"
          aria-expanded={opened}
          aria-label={`Buscar: ${rotulo}`}
          placeholder="Digite para buscar"
          maxLength={80}
          value={busca}
          onChange={(event) => setBusca(event.currentTarget.value)}
          onKeyDown={(event) => {
            if (event.key !== 'Escape') return
            // The drawer or window around it stays.
            event.stopPropagation()
            leave()
          }}
        />
        <Combobox.Options aria-label={rotulo} mah={264} style={{ overflowY: 'auto' }}>
          {found.map(({ id, nome, detalhe }) => (
            <Combobox.Option key={id} value={String(id)}>
              {nome}
              {detalhe && (
                <Text size="xs" c="dimmed" lineClamp={1}>
                  {detalhe}
                </Text>
              )}
            </Combobox.Option>
          ))}
          {found.length === 0 && <Combobox.Empty>{vazia}</Combobox.Empty>}
        </Combobox.Options>
      </Combobox.Dropdown>
    </Combobox>
  )
}
