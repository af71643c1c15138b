'use client'
import { Button, Group, SimpleGrid, Stack, Text, TextInput } from '@mantine/core'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import type { Ajuste, NomeAjuste } from '#server/acesso/wire'
import { FormFailure, ListaEspera, QueryFailure } from '../../../ui/feedback.tsx'
import { camposDe, conflictOf } from '../../../ui/network/request.ts'
import { guardado } from '../../../ui/parts/guardado.ts'
import { Secao } from '../../../ui/Secao.tsx'
import { Sub } from '../../../ui/Sub.tsx'
import { useUsuario } from '../../Usuario.tsx'
import { useAjustes, useSaveAjustes } from './ajustesQueries.ts'
import { FusoHorario } from './FusoHorario.tsx'

interface Rascunho {
  /** Only the fields that the user has changed: the others follow what somebody else saves meanwhile. */
  typed: Partial<Record<NomeAjuste, string>>
  /** What was saved when the typing began; after a refusal that told what is saved now, that counts. */
  lidos: Partial<Record<NomeAjuste, string | null>>
}
const vazio: Rascunho = { typed: {}, lidos: {} }

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
  const { id: eu } = useUsuario()
  // What was typed waits until it is saved or taken back with "Desfazer".
  const [store] = useState(() => guardado(eu, 'ajustes', vazio))
  const [left] = useState(() => store.read() ?? vazio)
  const [typed, setTyped] = useState(left.typed)
  const [lidos, setLidos] = useState(left.lidos)
  useEffect(() => {
    if (Object.keys(typed).length === 0) store.forget()
    else store.write({ typed, lidos })
  }, [store, typed, lidos])
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
        onSuccess: () => {
          setLidos({})
          // Text typed since the request stays.
          setTyped((now) => Object.fromEntries(Object.entries(now).filter(([nome, valor]) => sent[nome] !== valor)))
        },
        onError: (error) => conflictOf(error) && setLidos({}),
      },
    )
  }
  const fieldOf = (nome: NomeAjuste) => ({
    value: typed[nome] ?? saved(nome)?.valor ?? '',
    error: campos[nome],
    onChange: (valor: string) => {
      setTyped((now) => ({ ...now, [nome]: valor }))
      if (typed[nome] === undefined) setLidos((now) => ({ ...now, [nome]: saved(nome)?.valor ?? null }))
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
                setTyped({})
                setLidos({})
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
