import { Button, Checkbox, Group, Paper, Stack, TextInput } from '@mantine/core'
import type { FormEvent } from 'react'
import type { Escopo } from '#server/acesso/wire'
import { FormFailure } from '../../../ui/feedback.tsx'
import { camposDe } from '../../../ui/network/request.ts'
import { useRascunho } from '../../useRascunho.ts'
import { useNewToken } from '../adminQueries.ts'

/** What each scope is called, and what it opens, for whoever gives it. */
const escopos: readonly { escopo: Escopo; nome: string; abre: string }[] = [
  { escopo: 'pbx', nome: 'central', abre: 'Central telefônica: notificar e cancelar chamadas' },
  { escopo: 'cliente', nome: 'clientes', abre: 'Clientes: listar todos' },
  { escopo: 'financeiro', nome: 'financeiro', abre: 'Financeiro: registrar acréscimos e descontos' },
]
/** The name of a scope; a scope that only a later version knows is shown by its code. */
export const nomeDe = (escopo: string) => escopos.find((each) => each.escopo === escopo)?.nome ?? escopo

interface Typed {
  nome: string
  abre: Escopo[]
  redes: string
  ate: string
}
const vazio: Typed = { nome: '', abre: ['pbx'], redes: '', ate: '' }

interface Props {
  onMade: (token: { nome: string; segredo: string }) => void
  onClose: () => void
}

export function TokenForm({ onMade, onClose }: Props) {
  const create = useNewToken()
  // What was typed waits until the token is made or "Cancelar". The secret is never in it.
  const { typed, type, store } = useRascunho('token', vazio, (base) => base)
  const { nome, abre, redes, ate } = typed
  const campos = camposDe(create.error)
  const cancel = () => {
    store.forget()
    onClose()
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    create.mutate(
      { nome, escopos: abre, redes: redes.split(/[\s,;]+/).filter(Boolean), ...(ate && { expira_em: ate }) },
      {
        onSuccess: ({ token, segredo }) => {
          store.forget()
          onMade({ nome: token.nome, segredo })
        },
      },
    )
  }
  return (
    <Paper component="section" aria-label="Novo token" withBorder p="md">
      <form noValidate onSubmit={submit}>
        <Stack gap="sm" maw={560}>
          <TextInput
            label="Nome do token"
            description="Diz quem o usa"
            placeholder="Central da matriz"
            maxLength={80}
            data-autofocus
            autoFocus
            error={campos.nome}
            value={nome}
            onChange={(event) => type({ nome: event.currentTarget.value })}
          />
          <Checkbox.Group
            label="O que ele abre"
            value={abre}
            onChange={(chosen) =>
              type({ abre: escopos.map(({ escopo }) => escopo).filter((each) => chosen.includes(each)) })
            }
            error={campos.escopos}
          >
            <Stack gap={8} mt={4}>
              {escopos.map(({ escopo: value, abre: label }) => (
                <Checkbox key={value} value={value} label={label} />
              ))}
            </Stack>
          </Checkbox.Group>
          <TextInput
            label="Vale só destas redes"
            description="Endereços ou redes, com vírgula entre eles; vazio: de qualquer lugar"
            placeholder="10.0.0.5, 192.168.10.0/24"
            error={campos.redes}
            value={redes}
            onChange={(event) => type({ redes: event.currentTarget.value })}
          />
          <TextInput
            type="date"
            max="9999-12-31"
            label="Vale até"
            description="Vazio: até ser revogado"
            maw={220}
            error={campos.expira_em}
            value={ate}
            onChange={(event) => type({ ate: event.currentTarget.value })}
          />
          <FormFailure error={create.error} />
          <Group>
            <Button type="submit" loading={create.isPending}>
              Criar token
            </Button>
            <Button variant="default" disabled={create.isPending} onClick={cancel}>
              Cancelar
            </Button>
          </Group>
        </Stack>
      </form>
    </Paper>
  )
}
