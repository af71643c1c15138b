'use client'
import { Button, Center, Stack, Text, Title } from '@mantine/core'

/** A mistake while drawing. The calls themselves are safe on the server, so drawing anew is the remedy. */
export default function ErrorScreen({ reset }: { reset: () => void }) {
  return (
    <Center component="main" mih="100vh" p="md">
      <Stack align="center">
        <Title order={1} size="h2">
          A tela falhou
        </Title>
        <Text c="dimmed">Suas chamadas e atendimentos continuam guardados.</Text>
        <Button onClick={reset}>Desenhar de novo</Button>
      </Stack>
    </Center>
  )
}
