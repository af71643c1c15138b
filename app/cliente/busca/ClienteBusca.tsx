import { Combobox, Loader, Portal, Stack, Text, TextInput } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { type KeyboardEvent, useState } from 'react'
import type { ClienteResumo } from '#server/cliente/wire/resumo'
import { QueryFailure } from '../../ui/feedback.tsx'
import { contagem, inteiro } from '../../ui/format.ts'
import { useListaCombobox } from '../../ui/parts/useListaCombobox.ts'
import { useRecusaOfAnswers } from '../../ui/parts/useRecusa.tsx'
import { Sub } from '../../ui/Sub.tsx'
import { type Total, useClientesBusca } from '../clienteQueries.ts'
import classes from './busca.module.css'
import { ClienteOpcao } from './ClienteOpcao.tsx'

/** What every field has that searches customers; the server takes no longer text. */
export const campoDeBusca = {
  placeholder: 'Nome, telefone, CPF/CNPJ, código, login, protocolo ou rua e número',
  leftSection: <IconSearch size={18} aria-hidden />,
  maxLength: 120,
  spellCheck: false,
  autoComplete: 'off',
} as const

interface Props {
  onPick: (cliente: ClienteResumo) => void
  busy: boolean
  /** Why nobody can be chosen. The field stays: somebody may be typing in it. */
  impedida?: string | undefined
  autoFocus?: boolean
}

/**
 * Searches as one types: arrows choose, Enter picks (a single result needs no arrow), Escape clears. The list is part
 * of the window and covers no other call.
 */
export function ClienteBusca({ onPick, busy, impedida, autoFocus = false }: Props) {
  const [termo, setTermo] = useState('')
  const busca = useClientesBusca(termo)
  const { clientes, settled, searching } = busca
  const combobox = useListaCombobox(clientes.length > 0, clientes)
  const { guard, aviso } = useRecusaOfAnswers(clientes, settled)

  const pick = (id: string) => {
    const cliente = clientes.find((each) => String(each.id_cliente) === id)
    if (cliente && settled && !busy && !impedida) onPick(cliente)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const [only] = clientes
    // While an input method composes a word, Escape ends the composition instead.
    if (event.key === 'Escape' && !event.nativeEvent.isComposing) setTermo('')
    if (event.key === 'Enter' && settled && clientes.length === 1 && only && combobox.getSelectedOptionIndex() < 0) {
      // Otherwise the same key would also press the confirmation, to which the pick moves the focus.
      event.preventDefault()
      pick(String(only.id_cliente))
    }
  }

  return (
    <Combobox store={combobox} onOptionSubmit={pick}>
      <Stack gap="xs">
        <Combobox.EventsTarget withExpandedAttribute>
          <TextInput
            {...campoDeBusca}
            label="Buscar cliente"
            rightSection={(searching || busy) && <Loader size={18} />}
            value={termo}
            data-autofocus={autoFocus || undefined}
            autoFocus={autoFocus}
            onChange={(event) => setTermo(event.currentTarget.value)}
            onKeyDown={onKeyDown}
          />
        </Combobox.EventsTarget>
        {impedida ? (
          <Text size="sm" role="status">
            {impedida}
          </Text>
        ) : (
          <BuscaResumo termo={termo} busca={busca} />
        )}
        <QueryFailure query={busca} />
        <Combobox.Options
          {...guard}
          className={classes.resultados}
          aria-label="Clientes encontrados"
          aria-busy={searching}
        >
          {clientes.map((cliente) => (
            <Combobox.Option
              key={cliente.id_cliente}
              value={String(cliente.id_cliente)}
              className={classes.opcao}
              disabled={impedida !== undefined}
            >
              <ClienteOpcao cliente={cliente} />
            </Combobox.Option>
          ))}
        </Combobox.Options>
        {/* The notice is placed from the corner of the browser's window; inside a drawer, from the drawer's corner. */}
        <Portal>{aviso}</Portal>
      </Stack>
    </Combobox>
  )
}

interface ResumoProps {
  termo: string
  busca: ReturnType<typeof useClientesBusca>
}

export const digiteMais = 'Digite mais: ao menos três letras, ou um número.'

/** Says nothing of a list that still answers an earlier question. */
export function BuscaResumo({ termo, busca: { clientes, total, typeMore, settled } }: ResumoProps) {
  return (
    <div role="status">
      {typeMore ? (
        <Sub>{digiteMais}</Sub>
      ) : settled && clientes.length === 0 ? (
        <Sub>
          Nenhum cliente encontrado para “{termo.trim()}”. Confira a grafia, ou tente o telefone, o CPF/CNPJ, o login,
          ou a rua e o número.
        </Sub>
      ) : (
        settled && <Sub className="algarismos">{quantos(clientes.length, total)}</Sub>
      )}
    </div>
  )
}

/** '20 de 443 encontrados: digite mais'. While the rest is being counted, it only says that there are more. */
function quantos(found: number, total: Total | null): string {
  if (total && !total.mais && total.total <= found) return contagem(found, 'cliente encontrado', 'clientes encontrados')
  const de = total
    ? `${found} de ${total.mais ? 'mais de ' : ''}${inteiro(total.total)} encontrados`
    : `Os primeiros ${found}`
  return `${de}: digite mais`
}
