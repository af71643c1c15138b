import { VisuallyHidden } from '@mantine/core'
import { usePathname } from 'next/navigation'
import { useEffect, useEffectEvent, useRef, useState, useSyncExternalStore } from 'react'
import type { Ligacao } from '#server/ligacao/wire/ligacao'
import { iconeContado } from '../../ui/icone.ts'
import { serverNow } from '../../ui/serverClock.tsx'
import { nomeDe, tituloDe } from '../fila/ligacoes.ts'
import { noticeOf } from './avisoDoSistema.ts'
import { ringUntil, unlockTone, voz } from './playTone.ts'
import { useCalado, usePreferencias } from './preferencias.ts'

interface Props {
  ligacoes: readonly Ligacao[]
  /** How many are open, those that this screen does not hold included. */
  total: number
  /** This screen agrees with the server: what it takes for ringing does ring. */
  certa: boolean
}

/**
 * Tells of ringing calls: a tone that repeats, a live region, the tab's title and icon, and, for who looks elsewhere, a
 * notice of the system's. It never moves the focus.
 */
export function RingAnnouncer({ ligacoes, total, certa }: Props) {
  const [anuncio, setAnuncio] = useState('')
  useFreshRings(ligacoes, (ringing) => setAnuncio(ringing.map(anuncioDe).join('. ')))
  const tocando = useRinging(ligacoes)
  useTone(certa && tocando.length > 0)
  useNotices(tocando)
  useUnlocking()
  useTitle(total > 0 ? `(${total}) Alô` : 'Alô')
  useIconCount(total)
  return (
    <VisuallyHidden role="status" aria-live="polite">
      {anuncio}
    </VisuallyHidden>
  )
}

/** What a screen reader says when a call begins to ring. */
const anuncioDe = (ligacao: Ligacao) =>
  ligacao.cliente ? `${tituloDe(ligacao)}, ${ligacao.cliente.nome_razaosocial}` : tituloDe(ligacao)

const fresh = 10_000
/** A telephone that nobody takes is not rung for longer, in milliseconds. */
const soundsFor = 25_000

/** True while a call's last ring is recent: an old call found after a reload does not ring again, nor one that may be over. */
export const isRinging = (ligacao: Ligacao) => !ligacao.incerta && ringsFor(ligacao.tocada_em, serverNow()) > 0

/** Pure. How long a ring is fresh yet, in milliseconds; nothing or less once it is not. */
export const ringsFor = (tocada_em: string, now: number) => Date.parse(tocada_em) + fresh - now

/** Pure. How long a call sounds yet, in milliseconds; nothing or less once it does not: taken, perhaps over, or too long. */
export const soundsYet = ({ tocada_em, atendida_em, atendimento, incerta }: Ligacao, now: number) =>
  atendida_em !== null || atendimento !== null || incerta ? 0 : Date.parse(tocada_em) + soundsFor - now

/** Calls `onRing` with the calls that have just begun to ring, or ring again. */
function useFreshRings(ligacoes: readonly Ligacao[], onRing: (ringing: Ligacao[]) => void) {
  const heard = useRef(new Map<string, string>())
  const ring = useEffectEvent(onRing)
  useEffect(() => {
    const news = ligacoes.filter((ligacao) => heard.current.get(ligacao.id) !== ligacao.tocada_em)
    for (const ligacao of news) heard.current.set(ligacao.id, ligacao.tocada_em)
    const ringing = news.filter(isRinging)
    if (ringing.length > 0) ring(ringing)
  }, [ligacoes])
}

/** The calls that sound now; drawn anew when the first of them has sounded long enough. */
function useRinging(ligacoes: readonly Ligacao[]): Ligacao[] {
  const [, again] = useState(0)
  const now = serverNow()
  const tocando = ligacoes.filter((ligacao) => soundsYet(ligacao, now) > 0)
  const next = tocando.length === 0 ? null : Math.min(...tocando.map((ligacao) => soundsYet(ligacao, now)))
  useEffect(() => {
    if (next === null) return
    const timer = setTimeout(() => again((times) => times + 1), next + 50)
    return () => clearTimeout(timer)
  }, [next])
  return tocando
}

/** Sounds while something rings; begins late where the browser gave the sound late. */
function useTone(tocando: boolean) {
  const [{ toque, volume }] = usePreferencias()
  const calado = useCalado()
  const ready = useVoz() === 'pronta'
  const loudness = useRef(volume)
  loudness.current = volume
  const sounds = tocando && toque && !calado
  // biome-ignore lint/correctness/useExhaustiveDependencies: `ready` is not read; that it changed is what matters
  useEffect(() => {
    if (!sounds) return
    const stop = new AbortController()
    // Frozen it would hold its turn, silent: another tab rings. Awake it is told first what rings then.
    document.addEventListener('freeze', () => stop.abort(), { signal: stop.signal })
    void ringUntil(stop.signal, () => loudness.current)
    return () => stop.abort()
  }, [sounds, ready])
}

/** What the browser lets this page sound. */
export const useVoz = () => useSyncExternalStore(voz.subscribe, voz.state, () => 'sem som' as const)

/** Whatever she touches first gives the desk its voice back: after a reload the browser has taken it. */
function useUnlocking() {
  useEffect(() => {
    void unlockTone()
    const watching = new AbortController()
    const unlock = () => void unlockTone().then((ready) => ready && watching.abort())
    for (const gesture of ['pointerdown', 'keydown'])
      document.addEventListener(gesture, unlock, { capture: true, signal: watching.signal })
    return () => watching.abort()
  }, [])
}

/** A notice of the system's for each call that rings while nobody looks at this page; it goes with the ring. */
function useNotices(tocando: readonly Ligacao[]) {
  const [{ avisos }] = usePreferencias()
  const calado = useCalado()
  const standing = useRef(new Map<string, { close: () => void }>())
  const wanted = avisos && !calado
  useEffect(() => {
    const shown = standing.current
    const ringing = new Set(tocando.map(({ id, tocada_em }) => `${id} ${tocada_em}`))
    for (const [ring, notice] of shown)
      if (!ringing.has(ring) || !wanted) {
        notice.close()
        shown.delete(ring)
      }
    if (!wanted || document.hasFocus()) return
    for (const ligacao of tocando) {
      const ring = `${ligacao.id} ${ligacao.tocada_em}`
      const notice = shown.has(ring) ? null : noticeOf(ligacao.id, nomeDe(ligacao), ligacao.telefone_formatado)
      if (notice) shown.set(ring, notice)
    }
  }, [tocando, wanted])
  useEffect(() => {
    const shown = standing.current
    return () => {
      for (const notice of shown.values()) notice.close()
    }
  }, [])
}

/** The tab's title, whichever another page brings with it, and whenever. */
function useTitle(title: string) {
  useEffect(() => {
    const keep = () => {
      if (document.title !== title) document.title = title
    }
    keep()
    const watcher = new MutationObserver(keep)
    watcher.observe(document.head, { childList: true, subtree: true, characterData: true })
    return () => watcher.disconnect()
  }, [title])
}

/**
 * The tab's icon says how many calls are open. The link stays the page's own: its address is changed and given back, and
 * another page may bring another link.
 */
function useIconCount(open: number) {
  const pathname = usePathname()
  // biome-ignore lint/correctness/useExhaustiveDependencies: the page is not read, its link is another
  useEffect(() => {
    const link = document.querySelector<HTMLLinkElement>('link[rel~="icon"]')
    if (!link || open === 0) return
    const own = link.href
    link.href = iconeContado(open)
    return () => {
      link.href = own
    }
  }, [open, pathname])
}
