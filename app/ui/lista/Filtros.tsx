import { Button, VisuallyHidden } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconFilter, IconX } from '@tabler/icons-react'
import { type MouseEvent, type ReactNode, useId, useRef } from 'react'
import classes from './filtros.module.css'
import type { Periodo } from './PeriodoCampos.tsx'

/** A filter that is set, as the words of its chip. */
export interface Posto {
  rotulo: string
  valor: string
  remove: () => void
}

interface Props {
  /** Shown in the row that is always visible, before the button "Filtros". */
  busca?: ReactNode
  /** Shown in the same row, after the button. */
  depois?: ReactNode
  postos: Posto[]
  limpo: boolean
  onClear: () => void
  /** So few fields that only a narrow screen hides them behind the button. */
  poucos?: boolean
  /** The fields. */
  children: ReactNode
}

/** One row, with a chip for each filter that is set. The fields are behind "Filtros", so that the list comes first. */
export function Filtros({ busca, depois, postos, limpo, onClear, poucos = false, children }: Props) {
  const [aberto, { toggle }] = useDisclosure(false)
  const id = useId()
  const botao = useRef<HTMLButtonElement>(null)
  // The pressed button disappears and would lose the focus, so the button "Filtros" takes it, or the first field where
  // that button is not needed.
  const taking = (take: () => void) => (event: MouseEvent) => {
    const campo = event.currentTarget.closest('search')?.querySelector('input')
    const heir = botao.current?.checkVisibility() ? botao.current : campo
    heir?.focus({ preventScroll: true })
    take()
  }
  const limpar = (
    <Button variant="subtle" size="sm" className={classes.limpar} disabled={limpo} onClick={taking(onClear)}>
      Limpar filtros
    </Button>
  )
  return (
    <search className={classes.barra} data-poucos={poucos || undefined}>
      {busca}
      <Button
        ref={botao}
        className={classes.botao}
        variant="default"
        aria-expanded={aberto}
        aria-controls={id}
        leftSection={<IconFilter size={16} aria-hidden />}
        onClick={toggle}
      >
        {postos.length > 0 ? `Filtros (${postos.length})` : 'Filtros'}
      </Button>
      {depois}
      <div id={id} className={classes.campos} data-aberto={aberto || undefined}>
        {children}
        {limpar}
      </div>
      {postos.length > 0 && (
        <div className={classes.postos}>
          {postos.map(({ rotulo, valor, remove }) => (
            <Button
              key={rotulo}
              size="compact-sm"
              variant="light"
              rightSection={<IconX size={14} aria-hidden />}
              onClick={taking(remove)}
            >
              <VisuallyHidden>Tirar o filtro </VisuallyHidden>
              {rotulo}: {valor}
            </Button>
          ))}
          {!aberto && limpar}
        </div>
      )}
    </search>
  )
}

/** The chip of a filter, as a list: an empty text is no filter and has no chip. */
export const posto = (rotulo: string, valor: string, remove: () => void, shown = valor): Posto[] =>
  valor === '' ? [] : [{ rotulo, valor: shown, remove }]

export const periodoPosto = (
  [desde, ate]: [string, string],
  { data_inicio, data_fim }: Periodo,
  change: (changes: { [Nome in keyof Periodo]?: null }) => void,
): Posto[] => [
  ...posto(desde, data_inicio, () => change({ data_inicio: null }), porBarras(data_inicio)),
  ...posto(ate, data_fim, () => change({ data_fim: null }), porBarras(data_fim)),
]

/** '2024-05-31' as '31/05/2024'. The address may contain any text, not only a day. */
const porBarras = (dia: string) => dia.split('-').reverse().join('/')
