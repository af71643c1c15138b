'use client'
import { Anchor, Paper, Stack, Text, TextInput, Title } from '@mantine/core'
import { type SyntheticEvent, useEffect, useState } from 'react'
import type * as z from 'zod'
import { FormFailure, TelaInteira } from '../../ui/feedback.tsx'
import { ApiError, camposDe, post } from '../../ui/network/request.ts'
import { useOneMutation } from '../../ui/network/useOneMutation.ts'
import { signIn } from '../acessoQueries.ts'
import { EnviarBotao } from './EnviarBotao.tsx'
import { useSenhaNova } from './useSenhaNova.tsx'

/** What a desk without users shows instead of the sign-in: whoever reads its console makes the first administrator. */
export function PrimeiroAcessoForm() {
  const [asked, setAsked] = useState({ codigo: '', nome: '', usuario: '' })
  // The address that the desk prints at its start contains the code.
  useEffect(() => setAsked((before) => ({ ...before, codigo: window.location.hash.slice(1) })), [])
  const nova = useSenhaNova()
  const create = useOneMutation({
    mutationFn: async () => {
      await post<z.ZodUnknown>('/api/primeiro-acesso', { ...asked, senha: nova.senha })
      await signIn(asked.usuario.trim(), nova.senha)
    },
    onSuccess: () => window.location.replace('/admin'),
  })
  const campos = camposDe(create.error)
  const campo = (nome: keyof typeof asked) => ({
    size: 'md' as const,
    value: asked[nome],
    error: campos[nome],
    onChange: ({ currentTarget: { value } }: { currentTarget: { value: string } }) =>
      setAsked((before) => ({ ...before, [nome]: value })),
  })
  const submit = (event: SyntheticEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (nova.agree()) create.mutate()
  }
  return (
    <TelaInteira>
      <Paper withBorder shadow="sm" p="xl" w="100%" maw={440}>
        <form onSubmit={submit} method="post" noValidate>
          <Stack>
            <div>
              <Title order={1}>Primeiro acesso</Title>
              <Text c="dimmed">
                Este Alô ainda não tem usuários. Crie o primeiro administrador; ele cria os outros.
              </Text>
            </div>
            <TextInput
              label="Código"
              description="Está no terminal em que o Alô foi iniciado."
              placeholder="ABCD-EFGH-JKLM"
              autoComplete="off"
              autoCapitalize="characters"
              spellCheck={false}
              {...campo('codigo')}
            />
            <TextInput label="Seu nome" autoComplete="name" {...campo('nome')} />
            <TextInput
              label="Usuário"
              description="Com ele você entra: de 3 a 30 letras sem acento, números, pontos ou sublinhados."
              name="usuario"
              autoComplete="username"
              autoCapitalize="none"
              spellCheck={false}
              {...campo('usuario')}
            />
            {nova.campos(campos.senha)}
            <FormFailure error={create.error} />
            {create.error instanceof ApiError && create.error.status === 404 && <Anchor href="/entrar">Entrar</Anchor>}
            <EnviarBotao loading={create.isPending || create.isSuccess}>Criar administrador</EnviarBotao>
          </Stack>
        </form>
      </Paper>
    </TelaInteira>
  )
}
