import { Text, VisuallyHidden } from '@mantine/core'

/** How many were found, aloud; nothing found is also seen, with what to try next. */
export function BuscaResumo({ termo, found }: { termo: string; found: number | null }) {
  return (
    <div role="status">
      {found !== null && found > 0 && (
        <VisuallyHidden>{found === 1 ? '1 cliente encontrado' : `${found} clientes encontrados`}</VisuallyHidden>
      )}
      {found === 0 && (
        <Text size="sm" c="dimmed">
          Nenhum cliente encontrado para “{termo.trim()}”. Confira a grafia, ou tente o telefone, o CPF/CNPJ ou o login.
        </Text>
      )}
    </div>
  )
}
