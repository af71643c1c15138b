'use client'
import { Alert, Paper, Stack, Text, TextInput, Title } from '@mantine/core'
import { useMounted, useWindowEvent } from '@mantine/hooks'
import { IconAlertCircle, IconPhoneCall } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { type SyntheticEvent, useEffect, useRef, useState } from 'react'
import { TelaInteira } from '../../ui/feedback.tsx'
import { sentenceOf, sessaoEnded } from '../../ui/network/request.ts'
import { readEu, signIn } from '../acessoQueries.ts'
import { EnviarBotao } from './EnviarBotao.tsx'
import { SenhaCampo } from './SenhaCampo.tsx'

/** `provedor`: whose desk this is. A refusal keeps what was typed, and moves the focus to the password. */
export function SignInForm({ provedor }: { provedor: string | null }) {
  const usuario = useRef<HTMLInputElement>(null)
  const senha = useRef<HTMLInputElement>(null)
  const [missing, setMissing] = useState({ usuario: false, senha: false })
  const entry = useMutation({
    mutationFn: (typed: { usuario: string; senha: string }) => signIn(typed.usuario, typed.senha),
    onSuccess: goOn,
    onError: () => {
      senha.current?.focus()
      senha.current?.select()
    },
  })

  // A tab that was led here goes on once the user has signed in in another: a second sign-in would end that one's session.
  useWindowEvent('focus', () => {
    if (new URLSearchParams(window.location.search).has('voltar')) void readEu().then(goOn, () => undefined)
  })

  // Who lost a session may still be typing: those keys must not go into the user field.
  useEffect(() => {
    const idle = document.activeElement === document.body
    if (idle && !window.location.search.includes(sessaoEnded)) usuario.current?.focus()
  }, [])

  const submit = (event: SyntheticEvent<HTMLFormElement>) => {
    event.preventDefault()
    entry.reset()
    // A password manager may have filled in the fields before this script ran.
    const typed = { usuario: usuario.current?.value.trim() ?? '', senha: senha.current?.value ?? '' }
    const missing = { usuario: typed.usuario === '', senha: typed.senha === '' }
    setMissing(missing)
    if (missing.usuario || missing.senha) (missing.usuario ? usuario : senha).current?.focus()
    else entry.mutate(typed)
  }

  return (
    <TelaInteira>
      <Paper withBorder shadow="sm" p="xl" w="100%" maw={400}>
        <form onSubmit={submit} method="post" noValidate>
          <Stack>
            <div>
              <Title order={1}>
                <IconPhoneCall size={28} aria-hidden style={{ verticalAlign: '-4px' }} /> Alô
              </Title>
              {provedor && (
                <Text size="lg" fw={600} style={{ overflowWrap: 'anywhere' }}>
                  {provedor}
                </Text>
              )}
              <Motivo />
            </div>
            <TextInput
              ref={usuario}
              label="Usuário"
              name="usuario"
              autoComplete="username"
              autoCapitalize="none"
              spellCheck={false}
              size="md"
              error={missing.usuario && 'Informe o usuário'}
            />
            <SenhaCampo
              ref={senha}
              label="Senha"
              name="senha"
              autoComplete="current-password"
              error={missing.senha && 'Informe a senha'}
              olho="Mostrar ou ocultar o que foi digitado"
            />
            {entry.error && (
              <Alert color="red" role="alert" icon={<IconAlertCircle aria-hidden />}>
                {sentenceOf(entry.error)}
              </Alert>
            )}
            {/* Still loading until the next page is there. */}
            <EnviarBotao loading={entry.isPending || entry.isSuccess}>Entrar</EnviarBotao>
          </Stack>
        </form>
      </Paper>
    </TelaInteira>
  )
}

const goOn = () => window.location.replace(returnPath(window.location.search, window.location.origin))

/** Who lost a session is told which unsaved words are kept in this browser. */
function Motivo() {
  const ended = useMounted() && window.location.search.includes(sessaoEnded)
  if (!ended) return <Text c="dimmed">Entre para receber as chamadas do seu ramal.</Text>
  return (
    <Text role="status">
      Sua sessão terminou. Entre de novo: o que você escrevia num atendimento, num lembrete, num modelo ou no
      faturamento ficou guardado neste navegador e continua onde estava.
    </Text>
  )
}

/**
 * Where to go after signing in: a path of this origin, else the desk. Checked as the browser resolves it and as a
 * server reads it: `/.//evil.example` resolves to `//evil.example`, which names another site.
 */
export function returnPath(search: string, origin: string): string {
  const wanted = new URLSearchParams(search).get('voltar')
  if (!wanted?.startsWith('/')) return '/painel'
  const target = URL.canParse(wanted, origin) ? new URL(wanted, origin) : null
  if (target?.origin !== origin || !isOwnPath(target.pathname)) return '/painel'
  return target.pathname + target.search
}

/** Paths that answer programs: a link to one would make the person who signs in fetch data, and that goes on record. */
const noPage = /^\/(api|socket\.io|_next|healthz|readyz|metrics)(\/|$)/

function isOwnPath(pathname: string): boolean {
  try {
    const path = decodeURIComponent(pathname)
    return path !== '/entrar' && !/\/\/|\\|\/\.\.?(\/|$)/.test(path) && !noPage.test(path)
  } catch {
    return false
  }
}
