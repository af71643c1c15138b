import { Button, type ButtonProps, Combobox, Text, useCombobox } from '@mantine/core'
import { type ComponentProps, type ReactNode, useEffect, useRef, useState } from 'react'
import { semAcento } from '#server/acesso/rules/semAcento'

interface Opcao {
  id: number
  nome: string
  /** A second line, in small print. */
  detalhe?: ReactNode
}

interface Props {
  /** The accessible name of the list and of its search field. */
  rotulo: string
  opcoes: readonly Opcao[]
  /** The text when nothing is found. */
  vazia: string
  /** The options are loading: an Enter pressed meanwhile chooses when they are there. */
  pendente: boolean
  /** No option is marked by default: Enter takes what an arrow marked, or the only one left. */
  nothingMarked?: boolean
  opened: boolean
  onOpenedChange: (opened: boolean) => void
  onPick: (id: number) => void
  /** Moves the focus after a choice or Escape; by default it goes to the button. */
  onLeave?: () => void
  /** The button that opens and closes the list. */
  botao: ButtonProps & Pick<ComponentProps<'button'>, 'ref' | 'title' | 'aria-label' | 'children'>
}

/**
 * A list below a button, searched as one types: Enter chooses the first match (see `nothingMarked`), arrows another.
 */
export function EscolhaLista(props: Props) {
  const {
    rotulo,
    opcoes,
    vazia,
    pendente,
    nothingMarked = false,
    opened,
    onOpenedChange,
    onPick,
    onLeave,
    botao,
  } = props
  const [busca, setBusca] = useState('')
  const combobox = useCombobox({ opened, onOpenedChange })
  const found =
    !opened || pendente ? [] : opcoes.filter(({ nome }) => semAcento(nome).includes(semAcento(busca.trim())))
  const shown = found.map(({ id }) => id).join()
  // Screen readers must hear what Enter would choose from the start; the library tells them about arrows only.
  const [marcada, setMarcada] = useState<string | null>(null)
  const noted = (select: () => string | null) => () => {
    const id = select()
    setMarcada(id)
    return id
  }
  const hurried = useRef(false)
  const leave = () => {
    combobox.closeDropdown()
    if (onLeave) onLeave()
    // At once: the library's timer would later take the focus away from where the choice puts it.
    else combobox.targetRef.current?.focus()
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: the store is new at each render; the list is what matters
  useEffect(() => {
    if (!opened) {
      hurried.current = false
      return setBusca('')
    }
    // At once, not by the library's timer: the next key already belongs to the list.
    combobox.searchRef.current?.focus()
    combobox.resetSelectedOption()
    const marks = !nothingMarked || (busca.trim() !== '' && found.length === 1)
    setMarcada(marks ? combobox.selectFirstOption() : null)
    if (hurried.current && !pendente && marks) combobox.clickSelectedOption()
  }, [opened, shown, pendente, nothingMarked])
  return (
    <Combobox
      store={{
        ...combobox,
        selectNextOption: noted(combobox.selectNextOption),
        selectPreviousOption: noted(combobox.selectPreviousOption),
      }}
      width={300}
      position="bottom-start"
      // Inside its drawer or window, for the keyboard and for screen readers.
      withinPortal={false}
      middlewares={{ flip: true, shift: true }}
      transitionProps={{ duration: 0 }}
      // A drawer that is still sliding in hides its buttons; a hidden list would take no key.
      hideDetached={false}
      // A ticket's editor has four of these: closed, they must cost nothing.
      keepMounted={false}
      onOptionSubmit={(id) => {
        leave()
        onPick(Number(id))
      }}
    >
      <Combobox.Target withAriaAttributes={false}>
        <Button
          size="xs"
          aria-haspopup="listbox"
          aria-expanded={opened}
          onClick={() => onOpenedChange(!opened)}
          {...botao}
        />
      </Combobox.Target>
      <Combobox.Dropdown>
        <Combobox.Search
          role="combobox"
          aria-expanded={opened}
          aria-activedescendant={(opened && marcada) || undefined}
          aria-label={`Buscar: ${rotulo}`}
          placeholder="Digite para buscar"
          maxLength={80}
          value={busca}
          onChange={(event) => {
            hurried.current = false
            setBusca(event.currentTarget.value)
          }}
          onKeyDown={(event) => {
            if (event.key === 'Enter' && pendente) hurried.current = !nothingMarked || busca.trim() !== ''
            if (event.key !== 'Escape') return
            // The drawer or window around it stays open.
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
          {found.length === 0 && <Combobox.Empty>{pendente ? 'Carregando…' : vazia}</Combobox.Empty>}
        </Combobox.Options>
      </Combobox.Dropdown>
    </Combobox>
  )
}
