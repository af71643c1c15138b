import { useLayoutEffect, useRef } from 'react'
import { Andamento } from '../chamada/Andamento.tsx'
import { Chamada } from '../chamada/Chamada.tsx'
import classes from '../chamada/chamada.module.css'
import { type Hand, noHand } from '../fila/fila.ts'
import { nomeDe } from '../fila/ligacoes.ts'
import { useFila, useLigacao, useMesa } from '../fila/useMesa.ts'

/** As chamada.module.css has it, in rem. */
const alturaDoCartao = 7

/**
 * The queue and the active call. In the document the active call comes first, so that its next step is the keyboard's
 * first stop and the element that becomes active is the one that stays in place: the focus in it does too.
 */
export function Mesa() {
  const { slots, ativa, densa } = useFila()
  const root = useFollowedHand()
  const placeOf = new Map(slots.map(({ id }, at) => [id, at + 1]))
  const others = slots.filter(({ id }) => id !== ativa)
  // One way to tidy up, in the first gap.
  const firstGap = slots.find(({ endedAt }) => endedAt !== null)?.id
  const ids = ativa === null ? others.map(({ id }) => id) : [ativa, ...others.map(({ id }) => id)]
  return (
    <div
      ref={root}
      className={classes.mesa}
      style={{ '--vagas': Math.max(1, slots.length) }}
      data-densa={densa || undefined}
    >
      <div className={classes.fundo} data-zona="fila" />
      {ids.map((id) => (
        <Chamada key={id} id={id} linha={placeOf.get(id) ?? 1} ativa={id === ativa} tidies={id === firstGap} />
      ))}
      {ativa !== null && placeOf.has(ativa) && <Marca id={ativa} linha={placeOf.get(ativa) ?? 1} />}
    </div>
  )
}

/** The place in the queue of the call that stands wide. */
function Marca({ id, linha }: { id: string; linha: number }) {
  const { ligacao, aberta } = useLigacao(id)
  if (!ligacao) return null
  return (
    <div
      className={classes.marca}
      style={{ '--linha': linha }}
      data-zona="fila"
      data-marca={id}
      data-over={!aberta || undefined}
      aria-hidden
    >
      <span className={classes.nome}>{nomeDe(ligacao)}</span>
      <span className={`${classes.lado} algarismos`}>{ligacao.telefone_formatado} · aberta ao lado</span>
      <span className={classes.situacao}>
        {aberta ? (
          <Andamento
            aberta_em={ligacao.aberta_em}
            tocada_em={ligacao.tocada_em}
            atendida_em={ligacao.atendida_em}
            comProtocolo={ligacao.atendimento !== null}
            incerta={ligacao.incerta}
            grupo={ligacao.grupo}
          />
        ) : (
          <span className={classes.estado}>Terminou</span>
        )}
      </span>
    </div>
  )
}

/** Reads where the hand is, and has the queue arranged anew as it moves. */
function useFollowedHand() {
  const { fila } = useMesa()
  const root = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    const element = root.current
    if (!element) return
    let over: string | null = null
    let { movedAt, fits } = noHand
    const zonaOf = (target: EventTarget | null) =>
      (target instanceof Element &&
        element.contains(target) &&
        target.closest<HTMLElement>('[data-zona]')?.dataset.zona) ||
      null
    const read = (): Hand => {
      // A call's own element has the focus after it was chosen: nothing is about to be pressed there.
      const focused = document.activeElement
      const focus = focused?.matches('[data-ligacao]') ? null : zonaOf(focused)
      return {
        overFila: over === 'fila' || focus === 'fila',
        focusInFila: focus === 'fila',
        movedAt,
        focusInAtiva: focus === 'ativa',
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
    // A finger leaves as it is lifted; only what hovers stays over a thing.
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

/** How many cards the screen has room for, from where the queue begins. */
function cardsThatFit(queue: HTMLElement): number {
  const rem = Number.parseFloat(getComputedStyle(document.documentElement).fontSize)
  const above = queue.getBoundingClientRect().top + window.scrollY
  return Math.max(1, Math.floor((window.innerHeight - above) / (alturaDoCartao * rem)))
}
