import { Button, Combobox, Group, Loader, Stack, Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import classes from '../../cliente/busca/busca.module.css'
import { BuscaResumo, campoDeBusca } from '../../cliente/busca/ClienteBusca.tsx'
import { useClientesBusca } from '../../cliente/clienteQueries.ts'
import { QueryFailure } from '../../ui/feedback.tsx'
import { comCep } from '../../ui/format.ts'
import { useListaCombobox } from '../../ui/parts/useListaCombobox.ts'
import { useRecusaOfAnswers } from '../../ui/parts/useRecusa.tsx'
import eventoClasses from './evento.module.css'
import type { ServicoEscolhido } from './eventoValores.ts'
import type { EventoCampos } from './useEventoForm.ts'

interface Props {
  /** The form's props for the field; its value is the picked service's id. */
  campo: ReturnType<EventoCampos['getInputProps']>
  escolha: ServicoEscolhido | null
  onPick: (escolha: ServicoEscolhido | null) => void
  autoFocus: boolean
}

const nomeDa = ({ cliente, servico }: ServicoEscolhido) => `${cliente.nome_razaosocial}: ${servico.nome}`

/** Customer and service in one search: the text finds customers, the options are their services. */
export function ServicoBusca({ campo, escolha, onPick, autoFocus }: Props) {
  const [typed, setTyped] = useState('')
  const busca = useClientesBusca(escolha ? '' : typed)
  const found = busca.clientes.flatMap((cliente) => cliente.servicos.map((servico) => ({ cliente, servico })))
  const combobox = useListaCombobox(!escolha && found.length > 0, busca.clientes)
  const { guard, aviso } = useRecusaOfAnswers(busca.clientes, busca.settled)

  const choose = (picked: ServicoEscolhido) => {
    setTyped('')
    onPick(picked)
  }
  const pick = (id: string) => {
    const picked = found.find(({ servico }) => String(servico.id_cliente_servico) === id)
    if (picked && busca.settled) choose(picked)
  }
  const type = (text: string) => {
    if (escolha) onPick(null)
    setTyped(text)
  }
  return (
    <Combobox store={combobox} onOptionSubmit={pick}>
      <div data-busca>
        <Combobox.EventsTarget withExpandedAttribute>
          <TextInput
            {...campo}
            {...campoDeBusca}
            label="Serviço do cliente"
            description={escolha ? descricaoDa(escolha) : undefined}
            rightSection={busca.searching && <Loader size={18} />}
            value={escolha ? nomeDa(escolha) : typed}
            autoFocus={autoFocus}
            onFocus={(event) => escolha && event.currentTarget.select()}
            onChange={(event) => type(event.currentTarget.value)}
            onKeyDown={(event) => {
              // While an input method composes a word, Escape ends the composition instead.
              if (event.key === 'Escape' && !event.nativeEvent.isComposing) type('')
              if (event.key !== 'Enter' || escolha) return
              event.preventDefault()
              const [only] = found
              if (busca.settled && found.length === 1 && only && combobox.getSelectedOptionIndex() < 0) choose(only)
            }}
          />
        </Combobox.EventsTarget>
        {escolha && <OutrosServicos escolha={escolha} onPick={onPick} />}
        <QueryFailure query={busca} />
        {!escolha && <BuscaResumo termo={typed} busca={busca} />}
        {!escolha && busca.settled && busca.clientes.length > 0 && found.length === 0 && (
          <Text size="sm" role="status">
            Os clientes encontrados não têm serviços: só um serviço pode ser faturado. Procure outro cliente.
          </Text>
        )}
        <Combobox.Options
          {...guard}
          className={classes.resultados}
          aria-label="Serviços encontrados"
          hidden={found.length === 0}
        >
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
        {aviso}
      </div>
    </Combobox>
  )
}

const descricaoDa = ({ cliente, servico }: ServicoEscolhido) =>
  [`código ${cliente.codigo_cliente}`, servico.status, servico.login, comCep(servico.endereco_instalacao ?? '')]
    .filter(Boolean)
    .join(' · ')

function OutrosServicos({
  escolha,
  onPick,
}: {
  escolha: ServicoEscolhido
  onPick: (escolha: ServicoEscolhido) => void
}) {
  const { cliente, servico: chosen } = escolha
  if (cliente.servicos.length < 2) return null
  return (
    <Stack gap={4} mt={6}>
      <Text size="sm" id="servicos-do-mesmo">
        {cliente.servicos.length} serviços deste cliente
      </Text>
      <Group gap={6} className={eventoClasses.servicos} role="group" aria-labelledby="servicos-do-mesmo">
        {cliente.servicos.map((servico) => {
          const here = servico.id_cliente_servico === chosen.id_cliente_servico
          return (
            <Button
              key={servico.id_cliente_servico}
              size="compact-sm"
              maw="100%"
              variant={here ? 'light' : 'default'}
              aria-pressed={here}
              onClick={() => onPick({ cliente, servico })}
            >
              {servico.nome} · {servico.login || servico.status}
            </Button>
          )
        })}
      </Group>
    </Stack>
  )
}
