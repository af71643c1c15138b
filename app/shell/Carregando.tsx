import { Center, Loader, VisuallyHidden } from '@mantine/core'

/** Something is on its way: seen and heard. */
export const Carregando = ({ texto }: { texto: string }) => (
  <Center role="status" p="md">
    <Loader size="sm" aria-hidden />
    <VisuallyHidden>{texto}</VisuallyHidden>
  </Center>
)
