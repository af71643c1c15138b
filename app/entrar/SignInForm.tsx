'use client'
import { Alert, Button, Center, Paper, PasswordInput, Stack, Text, TextInput, Title } from '@mantine/core'
import { IconAlertCircle, IconPhoneCall } from '@tabler/icons-react'
import { useSignInForm } from './useSignInForm.ts'

export function SignInForm() {
  const { usuario, senha, errors, sending, submit } = useSignInForm()
  return (
    <Center component="main" mih="100vh" p="md">
      <Paper withBorder shadow="sm" p="xl" w="100%" maw={400}>
        <form onSubmit={submit} method="post" noValidate>
          <Stack>
            <div>
              <Title order={1} size="h2">
                <IconPhoneCall size={28} aria-hidden style={{ verticalAlign: '-4px' }} /> Alô
              </Title>
              <Text c="dimmed">Entre para receber as chamadas do seu ramal.</Text>
            </div>
            <TextInput
              ref={usuario}
              label="Usuário"
              name="usuario"
              autoComplete="username"
              autoCapitalize="none"
              spellCheck={false}
              autoFocus
              size="md"
              error={errors.usuario}
            />
            <PasswordInput
              ref={senha}
              label="Senha"
              name="senha"
              autoComplete="current-password"
              size="md"
              error={errors.senha}
              visibilityToggleButtonProps={{ 'aria-label': 'Mostrar ou ocultar o que foi digitado', tabIndex: 0 }}
            />
            {errors.form && (
              <Alert color="red" role="alert" icon={<IconAlertCircle aria-hidden />}>
                {errors.form}
              </Alert>
            )}
            <Button type="submit" size="md" loading={sending} fullWidth>
              Entrar
            </Button>
          </Stack>
        </form>
      </Paper>
    </Center>
  )
}
