import { type CSSProperties, useLayoutEffect, useRef } from 'react'
import { Andamento } from '../chamada/Andamento.tsx'
import { Chamada } from '../chamada/Chamada.tsx'
import classes from '../chamada/chamada.module.css'
import { type Mao, semMao } from '../fila/fila.ts'
import { nomeDe } from '../fila/ligacoes.ts'
import { useFila, useLigacao, useMesa } from './LigacoesProvider.tsx'

/** As chamada.module.css has it, in rem. */
const alturaDoCartao = 7

/**
 * The queue and the active call. In the document the active call comes first, so that its next step is the keyboard's
 * first stop and the element that becomes active is the one that stays in place: the focus in it does too.
 */
export function Mesa() {
  const { vagas, ativa, densa } = useFila()
  const raiz = useMao()
  const lugar = new Map(vagas.map(({ id }, at) => [id, at + 1]))
  const others = vagas.filter(({ id }) => id !== ativa)
  // One way to tidy up, in the first gap.
  const vazia = vagas.find(({ fim }) => fim !== null)?.id
  const ids = ativa === null ? others.map(({ id }) => id) : [ativa, ...others.map(({ id }) => id)]
  return (
    <div
      ref={raiz}
      className={classes.mesa}
      style={{ '--vagas': Math.max(1, vagas.length) } as CSSProperties}
      data-densa={densa || undefined}
    >
      <div className={classes.fundo} data-zona="fila" />
      {ids.map((id) => (
        <Chamada key={id} id={id} linha={lugar.get(id) ?? 1} ativa={id === ativa} arruma={id === vazia} />
      ))}
      {ativa !== null && lugar.has(ativa) && <Marca id={ativa} linha={lugar.get(ativa) ?? 1} />}
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
      style={{ '--linha': linha } as CSSProperties}
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
function useMao() {
  const { fila } = useMesa()
  const raiz = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    const element = raiz.current
    if (!element) return
    let sobre: string | null = null
    let { mexeuEm, cabem } = semMao
    const zonaOf = (target: EventTarget | null) =>
      (target instanceof Element &&
        element.contains(target) &&
        target.closest<HTMLElement>('[data-zona]')?.dataset.zona) ||
      null
    const ler = (): Mao => {
      // A call's own element has the focus after it was chosen: nothing is about to be pressed there.
      const focused = document.activeElement
      const foco = focused?.matches('[data-ligacao]') ? null : zonaOf(focused)
      return {
        naFila: sobre === 'fila' || foco === 'fila',
        focoNaFila: foco === 'fila',
        mexeuEm,
        focoNaAtiva: foco === 'ativa',
        dedo: matchMedia('(pointer: coarse)').matches,
        cabem,
      }
    }
    const stop = new AbortController()
    const { signal } = stop
    const measure = () => {
      cabem = cardsThatFit(element)
    }
    measure()
    window.addEventListener('resize', measure, { signal })
    const move = () => {
      mexeuEm = performance.now()
    }
    for (const deed of ['pointermove', 'pointerdown', 'wheel', 'keydown', 'input'])
      window.addEventListener(deed, move, { signal, capture: true, passive: true })
    const point = (zona: string | null) => {
      if (zona === sobre) return
      sobre = zona
      fila.rever()
    }
    // A finger leaves as it is lifted; only what hovers stays over a thing.
    for (const deed of ['pointermove', 'pointerover'] as const)
      element.addEventListener(deed, ({ pointerType, target }) => pointerType !== 'touch' && point(zonaOf(target)), {
        signal,
      })
    element.addEventListener('pointerleave', () => point(null), { signal })
    element.addEventListener('focusin', () => fila.rever(), { signal })
    element.addEventListener('focusout', () => queueMicrotask(() => fila.rever()), { signal })
    fila.seguirMao(ler)
    return () => {
      stop.abort()
      fila.seguirMao(null)
    }
  }, [fila])
  return raiz
}

/** How many cards the screen has room for, from where the queue begins. */
function cardsThatFit(queue: HTMLElement): number {
  const rem = Number.parseFloat(getComputedStyle(document.documentElement).fontSize)
  const above = queue.getBoundingClientRect().top + window.scrollY
  return Math.max(1, Math.floor((window.innerHeight - above) / (alturaDoCartao * rem)))
}
