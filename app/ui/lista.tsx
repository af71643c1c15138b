import { Button, type ButtonProps, Text } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'

/** What is shown below, as a file. */
export const ExportarCsv = ({ href }: { href: string }) => (
  <Button component="a" href={href} download variant="default" leftSection={<IconDownload size={16} aria-hidden />}>
    Exportar CSV
  </Button>
)

interface Paged {
  hasNextPage: boolean
  isFetchingNextPage: boolean
  fetchNextPage: () => Promise<unknown>
}

/** The way on in a list that comes in pages. */
export const MostrarMais = ({ lista, ...props }: { lista: Paged } & ButtonProps) =>
  lista.hasNextPage && (
    <Button variant="default" loading={lista.isFetchingNextPage} onClick={() => void lista.fetchNextPage()} {...props}>
      Mostrar mais
    </Button>
  )

/** The foot of a list that says its end, too, once something stands in it. */
export const FimDaLista = ({ lista, vazia }: { lista: Paged; vazia: boolean }) =>
  lista.hasNextPage ? (
    <MostrarMais lista={lista} />
  ) : (
    !vazia && (
      <Text size="sm" c="dimmed" ta="center">
        Fim da lista
      </Text>
    )
  )
