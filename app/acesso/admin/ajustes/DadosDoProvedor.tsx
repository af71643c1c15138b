'use client'
import { Button, Group, SimpleGrid, Stack, Text, TextInput } from '@mantine/core'
import { type FormEvent, useRef } from 'react'
import type { Ajuste, NomeAjuste } from '#server/acesso/wire'
import { FormFailure, ListaEspera, QueryFailure } from '../../../ui/feedback.tsx'
import { camposDe, conflictOf } from '../../../ui/network/request.ts'
import { Secao } from '../../../ui/Secao.tsx'
import { Sub } from '../../../ui/Sub.tsx'
import { useRascunho } from '../../useRascunho.ts'
import { useAjustes, useSaveAjustes } from './ajustesQueries.ts'
import { FusoHorario } from './FusoHorario.tsx'

/** What was saved when the typing began; after a refusal that told what is saved now, that counts. */
type Lidos = Partial<Record<NomeAjuste, string | null>>
/** Only the fields that the user has changed: the others follow what somebody else saves meanwhile. */
type Typed = Partial<Record<NomeAjuste, string>>
const nada = (): Typed => ({})

interface Campo {
  nome: NomeAjuste
  label: string
  description: string
  maxLength: number
  numerico?: boolean
}

const provedor: Campo = {
  nome: 'nome_provedor',
  label: 'Nome do provedor',
  description: 'Na entrada, e como {provedor} nos modelos de texto.',
  maxLength: 60,
}
const ddd: Campo = {
  nome: 'ddd_padrao',
  label: 'DDD padrão',
  description: 'Dos telefones sem DDD. Clientes já importados: só ao importar de novo.',
  maxLength: 2,
  numerico: true,
}
const porHora = { description: 'Por pessoa, em uma hora.', maxLength: 7, numerico: true }
const limites: Campo[] = [
  { nome: 'limite_revelacoes_hora', label: 'CPF/CNPJ mostrados', ...porHora },
  { nome: 'limite_buscas_documento_hora', label: 'Buscas por CPF/CNPJ', ...porHora },
  { nome: 'limite_clientes_escolhidos_hora', label: 'Clientes escolhidos para chamadas', ...porHora },
]

/** The provider's name, area code, time zone and limits. Each overrides the value from the environment. */
export function DadosDoProvedor() {
  const ajustes = useAjustes()
  return (
    <Secao titulo="Este Alô">
      <Text size="sm">
        Vale assim que é salvo; nas telas abertas, nome e fuso ao recarregar. Um campo vazio volta ao valor com que o
        Alô foi iniciado.
      </Text>
      <QueryFailure query={ajustes} />
      {ajustes.isPending && <ListaEspera texto="Carregando ajustes" linhas={4} />}
      {ajustes.data && <Formulario ajustes={ajustes.data} />}
    </Secao>
  )
}

function Formulario({ ajustes }: { ajustes: Ajuste[] }) {
  const save = useSaveAjustes()
  // What was typed waits until it is saved or taken back with "Desfazer".
  const { base: lidos, typed, keep, latest } = useRascunho<Lidos, Typed>('ajustes', {}, nada)
  const saved = (nome: string) => ajustes.find((ajuste) => ajuste.nome === nome)
  const salvar = useRef<HTMLButtonElement>(null)
  const campos = camposDe(save.error)
  const changed = Object.entries(typed).filter(([nome, valor]) => valor !== (saved(nome)?.valor ?? ''))
  const onSubmit = (event: FormEvent) => {
    event.preventDefault()
    const sent = Object.fromEntries(changed)
    const read = { ...Object.fromEntries(changed.map(([nome]) => [nome, saved(nome)?.valor ?? null])), ...lidos }
    save.mutate(
      { ...sent, lidos: read },
      {
        // Text typed since the request stays.
        onSuccess: () =>
          keep(Object.fromEntries(Object.entries(latest()).filter(([nome, valor]) => sent[nome] !== valor)), {}),
        onError: (error) => conflictOf(error) && keep(latest(), {}),
      },
    )
  }
  const fieldOf = (nome: NomeAjuste) => ({
    value: typed[nome] ?? saved(nome)?.valor ?? '',
    error: campos[nome],
    onChange: (valor: string) => {
      const read = typed[nome] === undefined ? { ...lidos, [nome]: saved(nome)?.valor ?? null } : lidos
      keep({ ...latest(), [nome]: valor }, read)
    },
  })
  const texto = ({ nome, label, description, maxLength, numerico }: Campo) => {
    const { onChange, ...field } = fieldOf(nome)
    return (
      <TextInput
        key={nome}
        label={label}
        description={description}
        placeholder={saved(nome)?.inicial ?? undefined}
        maxLength={maxLength}
        autoComplete="off"
        {...(numerico && { inputMode: 'numeric' })}
        {...field}
        onChange={({ currentTarget: { value } }) => onChange(value)}
      />
    )
  }
  return (
    <form onSubmit={onSubmit} noValidate>
      <Stack gap="md">
        <SimpleGrid cols={{ base: 1, sm: 2 }}>
          {texto(provedor)}
          {texto(ddd)}
        </SimpleGrid>
        <FusoHorario inicial={saved('tz_desk')?.inicial ?? ''} {...fieldOf('tz_desk')} />
        <SimpleGrid cols={{ base: 1, sm: 3 }}>{limites.map(texto)}</SimpleGrid>
        <FormFailure error={save.error} />
        <Group gap="sm">
          <Button ref={salvar} type="submit" loading={save.isPending} aria-disabled={changed.length === 0}>
            Salvar
          </Button>
          {changed.length > 0 && (
            <Button
              variant="default"
              onClick={() => {
                keep({}, {})
                // The pressed button disappears.
                salvar.current?.focus()
              }}
            >
              Desfazer
            </Button>
          )}
          <Sub role="status">{save.isSuccess && changed.length === 0 ? 'Salvo.' : ''}</Sub>
        </Group>
      </Stack>
    </form>
  )
}
