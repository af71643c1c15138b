import { Text } from '@mantine/core'
import { type ReactNode, useCallback, useRef } from 'react'
import { contagem } from '../../ui/format.ts'
import { NavegacaoEspera } from '../../ui/network/NavegacaoEspera.tsx'
import { useRecusa } from '../../ui/parts/useRecusa.tsx'
import { useMesa, useOutras } from '../fila/useMesa.ts'
import { Avisos, useAvisos } from './Avisos.tsx'
import classes from './faixa.module.css'

/** The header's second line: the call that rings (`children`), and notices. */
export function Faixa({ children }: { children: ReactNode }) {
  const { ligacoes } = useMesa()
  const { avisos, dismissAvisos } = useAvisos(ligacoes)
  const { ref, shiftedAt } = useTroca()
  const { guard, aviso } = useRecusa({ shiftedAt, focus: () => document.activeElement })
  return (
    <>
      <div {...guard} ref={ref} className={classes.faixa}>
        <NavegacaoEspera />
        {children}
        <div className={classes.avisos}>
          <Outras />
          <Avisos avisos={avisos} onDismiss={dismissAvisos} />
        </div>
      </div>
      {aviso}
    </>
  )
}

/** On a narrow screen a call takes the place of the notices, and gives it back: the style sheet says so. */
function useTroca() {
  const since = useRef(Number.NEGATIVE_INFINITY)
  const ref = useCallback((faixa: HTMLElement | null) => {
    const avisos = faixa?.querySelector<HTMLElement>(`.${classes.avisos}`)
    if (!faixa || !avisos) return
    let shown = avisos.offsetWidth > 0
    const watching = new MutationObserver(() => {
      const before = shown
      shown = avisos.offsetWidth > 0
      // The notice of a call that ended comes just after its card has gone.
      if (shown !== before && (shown || avisos.querySelector('button'))) since.current = performance.now()
    })
    watching.observe(faixa, { childList: true })
    return () => watching.disconnect()
  }, [])
  return { ref, shiftedAt: () => since.current }
}

/** A snapshot has the latest calls only, so the screen says how many more there are. */
function Outras() {
  const { ligacoes } = useMesa()
  const outras = useOutras()
  if (outras === 0) return null
  return (
    <Text role="status" size="sm" fw={600} c="var(--mantine-color-error)" lh={1.2}>
      Mais {contagem(outras, 'chamada aberta', 'chamadas abertas')} além das {ligacoes.abertas().length} mais recentes,
      que estão aqui
    </Text>
  )
}
