import { useLayoutEffect, useRef } from 'react'
import { Andamento } from '../chamada/Andamento.tsx'
import { Chamada } from '../chamada/Chamada.tsx'
import classes from '../chamada/chamada.module.css'
import { type Hand, noHand } from '../fila/fila.ts'
import { nomeDe, telefoneAoLado } from '../fila/ligacoes.ts'
import { useFila, useLigacao, useMesa } from '../fila/useMesa.ts'

/** The height of a card in rem, as in chamada.module.css. */
const alturaDoCartao = 7

/**
 * The queue and the active call. The active call is first in the document, so its next step is the first stop of the
 * Tab key. The element that becomes active is not moved in the document, so it keeps the focus.
 */
export function Mesa() {
  const { slots, ativa } = useFila()
  const root = useFollowedHand()
  const placeOf = new Map(slots.map(({ id }, at) => [id, at + 1]))
  const others = slots.filter(({ id }) => id !== ativa)
  // One button to tidy up, in the first empty slot.
  const firstGap = slots.find(({ endedAt }) => endedAt !== null)?.id
  const ids = ativa === null ? others.map(({ id }) => id) : [ativa, ...others.map(({ id }) => id)]
  return (
    <div ref={root} className={classes.chamadas}>
      <div className={classes.fundo} data-zona="fila" />
      {ids.map((id) => (
        <Chamada key={id} id={id} linha={placeOf.get(id) ?? 1} ativa={id === ativa} tidies={id === firstGap} />
      ))}
      {ativa !== null && placeOf.has(ativa) && (
        <Marca id={ativa} linha={placeOf.get(ativa) ?? 1} unica={slots.length === 1} />
      )}
    </div>
  )
}

/** The slot of the active call. */
function Marca({ id, linha, unica }: { id: string; linha: number; unica: boolean }) {
  const { ligacao, aberta } = useLigacao(id)
  if (!ligacao) return null
  return (
    <div
      className={classes.marca}
      style={{ '--linha': linha }}
      data-zona="fila"
      data-marca={id}
      data-over={!aberta || undefined}
      data-unica={unica || undefined}
      aria-hidden
    >
      <span className={classes.nome}>{nomeDe(ligacao)}</span>
      <span className={`${classes.lado} algarismos`}>
        {[telefoneAoLado(ligacao), 'aberta'].filter(Boolean).join(' · ')}
      </span>
      <span className={classes.situacao}>
        {aberta ? <Andamento ligacao={ligacao} /> : <span className={classes.estado}>Terminou</span>}
      </span>
    </div>
  )
}

/** Reads where the hand is, and arranges the queue again when it moves. */
function useFollowedHand() {
  const { fila } = useMesa()
  const root = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    const element = root.current?.parentElement
    if (!element) return
    let over: string | null = null
    let { movedAt, fits } = noHand
    const zonaOf = (target: EventTarget | null) =>
      (target instanceof Element &&
        element.contains(target) &&
        target.closest<HTMLElement>('[data-zona]')?.dataset.zona) ||
      null
    const read = (): Hand => {
      // The focus on a chosen call's own element does not count: no key press is about to hit a control there.
      const focused = document.activeElement
      const focus = focused?.matches('[data-ligacao]') ? null : zonaOf(focused)
      return {
        overFila: over === 'fila' || focus === 'fila',
        focusInFila: focus === 'fila',
        movedAt,
        focusInAtiva: focus === 'ativa',
        focusInPe: focus === 'pe',
        touch: matchMedia('(pointer: coarse)').matches,
        fits,
      }
    }
    const stop = new AbortController()
    const { signal } = stop
    const measure = () => {
      fits = cardsThatFit(element)
    }
    measure()
    window.addEventListener('resize', measure, { signal })
    const move = () => {
      movedAt = performance.now()
    }
    for (const deed of ['pointermove', 'pointerdown', 'wheel', 'keydown', 'input'])
      window.addEventListener(deed, move, { signal, capture: true, passive: true })
    const point = (zona: string | null) => {
      if (zona === over) return
      over = zona
      fila.update()
    }
    // A finger does not hover.
    for (const deed of ['pointermove', 'pointerover'] as const)
      element.addEventListener(deed, ({ pointerType, target }) => pointerType !== 'touch' && point(zonaOf(target)), {
        signal,
      })
    element.addEventListener('pointerleave', () => point(null), { signal })
    element.addEventListener('focusin', () => fila.update(), { signal })
    element.addEventListener('focusout', () => queueMicrotask(() => fila.update()), { signal })
    fila.followHand(read)
    return () => {
      stop.abort()
      fila.followHand(null)
    }
  }, [fila])
  return root
}

function cardsThatFit(desk: HTMLElement): number {
  const rem = Number.parseFloat(getComputedStyle(document.documentElement).fontSize)
  const above = desk.getBoundingClientRect().top + window.scrollY
  return Math.max(1, Math.floor((window.innerHeight - above) / (alturaDoCartao * rem)))
}
