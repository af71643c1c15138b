import { Anchor, Center, Stack, Text, Title } from '@mantine/core'

export default function NotFound() {
  return (
    <Center component="main" mih="100vh" p="md">
      <Stack align="center">
        <Title order={1} size="h2">
          Página não encontrada
        </Title>
        <Text c="dimmed">O endereço não existe nesta mesa.</Text>
        <Anchor href="/painel" underline="always">
          Voltar ao painel
        </Anchor>
      </Stack>
    </Center>
  )
}
