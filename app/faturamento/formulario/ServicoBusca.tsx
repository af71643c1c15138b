import { Combobox, Loader, Text, TextInput, useCombobox } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import classes from '../../clientes/clientes.module.css'
import { useClientesBusca } from '../../clientes/useClientesBusca.ts'
import { FailureAlert } from '../../ui/feedback.tsx'
import { OutrosServicos } from './OutrosServicos.tsx'
import type { Escolha } from './useEventoForm.ts'

interface Props {
  escolha: Escolha | null
  onPick: (escolha: Escolha | null) => void
  error: string | undefined
  autoFocus: boolean
}

const nomeDa = ({ cliente, servico }: Escolha) => `${cliente.nome_razaosocial}: ${servico.nome}`

/** Customer and service in one search: what is typed finds customers, what is picked is one of their services. */
export function ServicoBusca({ escolha, onPick, error, autoFocus }: Props) {
  const [typed, setTyped] = useState('')
  const busca = useClientesBusca(escolha ? '' : typed)
  const found = busca.clientes.flatMap((cliente) => cliente.servicos.map((servico) => ({ cliente, servico })))
  const combobox = useCombobox({ opened: !escolha && found.length > 0 })
  // biome-ignore lint/correctness/useExhaustiveDependencies: the store is new at each render; the list is what matters
  useEffect(() => combobox.resetSelectedOption(), [busca.clientes])

  const pick = (id: string) => {
    const picked = found.find(({ servico }) => String(servico.id_cliente_servico) === id)
    if (!picked) return
    setTyped('')
    onPick(picked)
  }
  const type = (text: string) => {
    if (escolha) onPick(null)
    setTyped(text)
  }
  return (
    <Combobox store={combobox} onOptionSubmit={pick}>
      <Combobox.EventsTarget withExpandedAttribute>
        <TextInput
          label="Serviço do cliente"
          name="id_cliente_servico"
          placeholder="Nome, CPF/CNPJ, código, telefone ou login"
          description={escolha ? descricaoDa(escolha) : undefined}
          leftSection={<IconSearch size={18} aria-hidden />}
          rightSection={busca.searching && <Loader size={18} />}
          value={escolha ? nomeDa(escolha) : typed}
          maxLength={200}
          spellCheck={false}
          autoComplete="off"
          autoFocus={autoFocus}
          error={error}
          onFocus={(event) => escolha && event.currentTarget.select()}
          onChange={(event) => type(event.currentTarget.value)}
          onKeyDown={(event) => {
            if (event.key === 'Escape') type('')
            if (event.key !== 'Enter' || escolha) return
            event.preventDefault()
            const [only] = found
            if (busca.settled && found.length === 1 && only && combobox.getSelectedOptionIndex() < 0) onPick(only)
          }}
        />
      </Combobox.EventsTarget>
      {escolha && <OutrosServicos escolha={escolha} onPick={onPick} />}
      {busca.error && <FailureAlert error={busca.error} onRetry={() => void busca.retry()} />}
      {!escolha && busca.settled && found.length === 0 && (
        <Text size="sm" role="status">
          {busca.clientes.length > 0 ? 'Os clientes encontrados não têm serviços' : 'Nenhum cliente encontrado'}
        </Text>
      )}
      <Combobox.Options className={classes.resultados} aria-label="Serviços encontrados" hidden={found.length === 0}>
        {found.map((each) => (
          <Combobox.Option
            key={each.servico.id_cliente_servico}
            value={String(each.servico.id_cliente_servico)}
            className={classes.opcao}
          >
            <Text size="sm" fw={600}>
              {nomeDa(each)}
            </Text>
            <Text size="sm">{descricaoDa(each)}</Text>
          </Combobox.Option>
        ))}
      </Combobox.Options>
    </Combobox>
  )
}

const descricaoDa = ({ cliente, servico }: Escolha) =>
  [`código ${cliente.codigo_cliente}`, servico.status, servico.login, servico.endereco_instalacao]
    .filter(Boolean)
    .join(' · ')
