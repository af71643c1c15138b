import { type CSSProperties, useLayoutEffect, useRef } from 'react'
import { Andamento } from './Andamento.tsx'
import { Chamada } from './Chamada.tsx'
import classes from './chamada.module.css'
import type { Mao } from './fila.ts'
import { useFila, useLigacao, useMesa } from './LigacoesProvider.tsx'
import { nomeDe } from './ligacoes.ts'

/**
 * The queue and the active call. In the document the active call comes first, so that its next step is the keyboard's
 * first stop and the element that becomes active is the one that stays in place: the focus in it does too.
 */
export function Mesa() {
  const { vagas, ativa, densa } = useFila()
  const raiz = useMao()
  const lugar = new Map(vagas.map(({ id }, at) => [id, at + 1]))
  const others = vagas.filter(({ id }) => id !== ativa)
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
        <Chamada key={id} id={id} linha={lugar.get(id) ?? 1} ativa={id === ativa} />
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
    let zona: string | null = null
    let mexeuEm = 0
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
        naFila: zona === 'fila' || foco === 'fila',
        focoNaFila: foco === 'fila',
        sobreAtiva: zona === 'ativa',
        mexeuEm,
        focoNaAtiva: foco === 'ativa',
      }
    }
    const stop = new AbortController()
    const { signal } = stop
    const point = (next: string | null) => {
      if (next === zona) return
      zona = next
      fila.rever()
    }
    // A finger leaves as it is lifted; only what hovers stays over a thing.
    element.addEventListener(
      'pointermove',
      ({ pointerType, target }) => {
        if (pointerType === 'touch') return
        mexeuEm = performance.now()
        point(zonaOf(target))
      },
      { signal },
    )
    element.addEventListener(
      'pointerover',
      ({ pointerType, target }) => pointerType !== 'touch' && point(zonaOf(target)),
      {
        signal,
      },
    )
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
