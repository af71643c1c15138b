'use client'
import { Alert, Button, Group, List, Paper, SegmentedControl, Stack, Text, TextInput, Title } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { isLoopbackName } from '#server/http/loopback'
import { type Central, receitaDe } from '#server/ligacao/rules/receita'
import { FormFailure } from '../../ui/feedback.tsx'
import { instante } from '../../ui/format.ts'
import { camposDe } from '../../ui/network/request.ts'
import { Sub } from '../../ui/Sub.tsx'
import { useEndereco, useNewToken } from './adminQueries.ts'
import { Codigo } from './Codigo.tsx'
import { Filas } from './Filas.tsx'
import { TesteDeToque } from './TesteDeToque.tsx'

/** Gives an installer the lines to paste into a telephone exchange, and shows whether a call rings. */
export function CentralPagina() {
  return (
    <>
      <Ligar />
      <TesteDeToque />
      <Filas />
    </>
  )
}

const nomes: { value: Central; label: string }[] = [
  { value: 'asterisk', label: 'Asterisk' },
  { value: 'freepbx', label: 'FreePBX / Issabel' },
  { value: 'url', label: 'Outra' },
]

/** The placeholder in the recipe until there is a token. If pasted by mistake, it cannot work halfway. */
const semToken = 'COLE_AQUI_O_TOKEN'

/** The form that had the focus is gone. One function for ever: it is called once, when the notice appears. */
const takeFocus = (notice: HTMLElement | null) => notice?.focus({ preventScroll: true })

function Ligar() {
  const [central, setCentral] = useState<Central>('asterisk')
  const [segredo, setSegredo] = useState<string | null>(null)
  const own = useEndereco()
  const [typed, setTyped] = useState<string | null>(null)
  const url = typed ?? own.data ?? ''
  const { passos, naoFaz, provada } = receitaDe(central, { url, token: segredo ?? semToken })
  return (
    <Paper withBorder p="md" component="section" aria-label="Ligar a central">
      <Stack gap="md">
        <Group justify="space-between" gap="xs">
          <Title order={2} size="h4">
            Ligar a central
          </Title>
          <SegmentedControl
            aria-label="Qual central"
            data={nomes}
            value={central}
            onChange={(value) => setCentral(nomes.find((each) => each.value === value)?.value ?? 'url')}
          />
        </Group>
        <TextInput
          label="Endereço deste Alô, visto da central"
          value={url}
          onChange={(event) => setTyped(event.currentTarget.value)}
          {...(own.error && { error: 'O endereço não veio: escreva-o' })}
        />
        {URL.canParse(url) && isLoopbackName(new URL(url).hostname) && (
          <Alert color="yellow" p="xs">
            Só esta máquina alcança {url}. Se a central está em outra, escreva aqui o endereço que ela alcança, e defina
            PUBLIC_URL (e HOST) na instalação.
          </Alert>
        )}
        {segredo === null ? (
          <NovoToken onMade={setSegredo} />
        ) : (
          <Alert ref={takeFocus} tabIndex={-1} color="blue" p="xs" role="status" style={{ outline: 'none' }}>
            O token está nas linhas abaixo. Copie-as agora: ele não é mostrado de novo.
          </Alert>
        )}
        <Stack component="ol" gap="md">
          {passos.map(({ titulo, texto, arquivo, codigo }, n) => (
            <Stack component="li" key={titulo} gap={4}>
              <Text fw={600}>
                {n + 1}. {titulo}
              </Text>
              <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
                {texto}
              </Text>
              {codigo && <Codigo titulo={titulo} arquivo={arquivo} texto={codigo} />}
            </Stack>
          ))}
        </Stack>
        <Sub>
          {provada
            ? `Experimentada: ${provada}`
            : 'Não experimentada numa central de verdade: toque abaixo antes de contar com ela.'}
        </Sub>
        {naoFaz.length > 0 && (
          <div>
            <Text fw={600}>O que assim não se vê</Text>
            <List size="sm" listStyleType="disc">
              {naoFaz.map((each) => (
                <List.Item key={each}>{each}</List.Item>
              ))}
            </List>
          </div>
        )}
      </Stack>
    </Paper>
  )
}

/** Creates a token with the exchange's scope alone, valid only from the exchange's address if one is given. */
function NovoToken({ onMade }: { onMade: (segredo: string) => void }) {
  const create = useNewToken()
  const [rede, setRede] = useState('')
  const campos = camposDe(create.error)
  const make = (event: FormEvent) => {
    event.preventDefault()
    const nome = `Central ${instante(Date.now())}`
    const redes = rede.split(/[\s,;]+/).filter(Boolean)
    create.mutate({ nome, escopos: ['pbx'], redes }, { onSuccess: (made) => onMade(made.segredo) })
  }
  return (
    <form noValidate onSubmit={make}>
      <Group align="flex-end" gap="xs">
        <TextInput
          label="Endereço da central"
          description="O token vale só dali; vazio: de qualquer lugar"
          placeholder="10.0.0.5"
          error={campos.redes ?? campos.nome}
          value={rede}
          onChange={(event) => setRede(event.currentTarget.value)}
        />
        <Button type="submit" loading={create.isPending}>
          Criar token da central
        </Button>
      </Group>
      <FormFailure error={create.error} />
    </form>
  )
}
