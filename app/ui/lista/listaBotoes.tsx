import { Button, type ButtonProps } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import { contagem } from '../format.ts'
import { Sub } from '../Sub.tsx'

export const ExportCsv = ({ href }: { href: string }) => (
  <Button component="a" href={href} download variant="default" leftSection={<IconDownload size={16} aria-hidden />}>
    Exportar CSV
  </Button>
)

interface NovasProps extends ButtonProps {
  waiting: number
  onReveal: () => void
}

/** Shows the new rows that were held back while the hand was on the list. */
export const NovasBotao = ({ waiting, onReveal, ...props }: NovasProps) =>
  waiting > 0 && (
    <Button size="compact-sm" onClick={onReveal} {...props}>
      {contagem(waiting, 'nova: mostrar', 'novas: mostrar')}
    </Button>
  )

interface Paged {
  hasNextPage: boolean
  isFetchingNextPage: boolean
  fetchNextPage: () => Promise<unknown>
}

interface MaisProps extends ButtonProps {
  lista: Paged
  /** Shows "Fim da lista" at the end even if the button was never pressed. */
  fim?: boolean
}

/** Fetches the next page. After the last page, "Fim da lista" replaces the pressed button and takes its focus. */
export function MoreButton({ lista, fim = false, ...props }: MaisProps) {
  const end = useRef<HTMLParagraphElement>(null)
  const [pressed, setPressed] = useState(false)
  const { hasNextPage } = lista
  useEffect(() => {
    if (!hasNextPage && pressed && document.activeElement === document.body) end.current?.focus({ preventScroll: true })
  }, [hasNextPage, pressed])
  const more = () => {
    setPressed(true)
    void lista.fetchNextPage()
  }
  if (hasNextPage)
    return (
      <Button variant="default" loading={lista.isFetchingNextPage} onClick={more} {...props}>
        Mostrar mais
      </Button>
    )
  return (
    (fim || pressed) && (
      <Sub ref={end} tabIndex={-1} ta="center" style={{ outline: 'none' }} onBlur={() => setPressed(false)}>
        Fim da lista
      </Sub>
    )
  )
}
