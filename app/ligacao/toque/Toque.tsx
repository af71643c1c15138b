import { VisuallyHidden } from '@mantine/core'
import { useForceUpdate } from '@mantine/hooks'
import { usePathname } from 'next/navigation'
import { useEffect, useEffectEvent, useRef, useState, useSyncExternalStore } from 'react'
import type { Ligacao, Silencio } from '#server/ligacao/wire/ligacao'
import { useLembretes, useVencidos } from '../../lembrete/lembreteQueries.ts'
import { iconeContado } from '../../ui/aparencia/icone.ts'
import { serverNow } from '../../ui/network/serverClock.tsx'
import { nomeDe, telefoneAoLado, tituloDe } from '../fila/ligacoes.ts'
import { noticeOf } from './avisoDoSistema.ts'
import { ringUntil, unlockTone, voz } from './playTone.ts'
import { useCalado, usePreferencias } from './preferencias.ts'

interface Props {
  ligacoes: readonly Ligacao[]
  /** Includes the open calls that this screen does not hold. */
  total: number
  /** The screen agrees with the server, so what seems to ring does ring. */
  certa: boolean
}

/**
 * Announces ringing calls: a repeated tone, a live region, the tab's title and icon, and a system notification when the
 * page has no focus. It never moves the focus.
 */
export function RingAnnouncer({ ligacoes, total, certa }: Props) {
  const [anuncio, setAnuncio] = useState(nada)
  useFreshRings(ligacoes, (ringing) =>
    setAnuncio({
      ids: ringing.map(({ id }) => id),
      ring: ringing.map(({ tocada_em }) => tocada_em).join(),
      texto: ringing.map(anuncioDe).join('. '),
    }),
  )
  // The text stays as it was announced, because any change would be read out again. It goes with the last of its calls.
  const stands = ligacoes.some(({ id }) => anuncio.ids.includes(id))
  const sounding = useSounding(ligacoes)
  useTone(certa && sounding.length > 0)
  useNotices(sounding)
  useUnlocking()
  const vencido = useVencidos(useLembretes()) > 0 ? '⏰ ' : ''
  useTitle(vencido + (total > 0 ? `(${total}) ` : ''))
  useIconCount(total)
  return (
    <VisuallyHidden role="status" aria-live="polite">
      {/* A caller who rings again is announced again. */}
      {stands && <span key={anuncio.ring}>{anuncio.texto}</span>}
    </VisuallyHidden>
  )
}

const nada: { ids: readonly string[]; ring: string; texto: string } = { ids: [], ring: '', texto: '' }

const anuncioDe = (ligacao: Ligacao) =>
  ligacao.cliente ? `${tituloDe(ligacao)}, ${ligacao.cliente.nome_razaosocial}` : tituloDe(ligacao)

const fresh = 10_000
/** No call rings longer than this, in milliseconds. */
const soundsFor = 25_000

/** A call's last ring is recent: an old call does not ring again after a reload. */
const isRinging = (ligacao: Ligacao) => !ligacao.incerta && ringsFor(ligacao.tocada_em, serverNow()) > 0

/** Pure. How long a ring still counts as new, in milliseconds; zero or less when it does not. */
export const ringsFor = (tocada_em: string, now: number) => Date.parse(tocada_em) + fresh - now

/**
 * Pure. How long a call still sounds, in milliseconds; zero or less when it is attended, uncertain, or rang long
 * enough.
 */
export const soundsYet = ({ tocada_em, atendida_em, atendimento, incerta }: Ligacao, now: number) =>
  atendida_em !== null || atendimento !== null || incerta ? 0 : Date.parse(tocada_em) + soundsFor - now

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

/** The calls that sound now. Renders again when one has sounded long enough. */
function useSounding(ligacoes: readonly Ligacao[]): Ligacao[] {
  const again = useForceUpdate()
  const now = serverNow()
  const sounding = ligacoes.filter((ligacao) => soundsYet(ligacao, now) > 0)
  const next = sounding.length === 0 ? null : Math.min(...sounding.map((ligacao) => soundsYet(ligacao, now)))
  useEffect(() => {
    if (next === null) return
    const timer = setTimeout(again, next + 50)
    return () => clearTimeout(timer)
  }, [next, again])
  return sounding
}

function useTone(sounding: boolean) {
  const [{ toque, volume }] = usePreferencias()
  const calado = useCalado()
  const ready = useVoz() === 'pronta'
  const loudness = useRef(volume)
  loudness.current = volume
  const sounds = sounding && toque && !calado
  // biome-ignore lint/correctness/useExhaustiveDependencies: `ready` is not read; that it changed is what matters
  useEffect(() => {
    if (!sounds) return
    const stop = new AbortController()
    // A frozen tab would keep its turn without a sound, so another tab rings. After it wakes, it first asks what rings.
    document.addEventListener('freeze', () => stop.abort(), { signal: stop.signal })
    void ringUntil(stop.signal, () => loudness.current)
    return () => stop.abort()
  }, [sounds, ready])
}

/** Why a call would make no sound here now, apart from a pause; undefined if it would sound. */
export function useSilencio(): Silencio | undefined {
  const [{ toque, volume, naoPerturbe }] = usePreferencias()
  const voz = useVoz()
  if (naoPerturbe || !toque || volume === 0) return 'mudo'
  return voz === 'bloqueada' ? 'bloqueado' : undefined
}

export const useVoz = () => useSyncExternalStore(voz.subscribe, voz.state, () => 'sem som' as const)

/** After a reload the browser blocks the sound until the agent's first click or key. */
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

/** A system notification for each ringing call while the page has no focus; it goes when the ringing ends. */
function useNotices(sounding: readonly Ligacao[]) {
  const [{ avisos }] = usePreferencias()
  const calado = useCalado()
  const standing = useRef(new Map<string, { close: () => void }>())
  const wanted = avisos && !calado
  useEffect(() => {
    const shown = standing.current
    const ringing = new Set(sounding.map(({ id, tocada_em }) => `${id} ${tocada_em}`))
    for (const [ring, notice] of shown)
      if (!ringing.has(ring) || !wanted) {
        notice.close()
        shown.delete(ring)
      }
    if (!wanted || document.hasFocus()) return
    for (const ligacao of sounding) {
      const ring = `${ligacao.id} ${ligacao.tocada_em}`
      const notice = shown.has(ring) ? null : noticeOf(ligacao.id, nomeDe(ligacao), telefoneAoLado(ligacao))
      if (notice) shown.set(ring, notice)
    }
  }, [sounding, wanted])
  useEffect(() => {
    const shown = standing.current
    return () => {
      for (const notice of shown.values()) notice.close()
    }
  }, [])
}

/** Puts `before` in front of the page's own title, again after each change: Next sets the title with each page. */
function useTitle(before: string) {
  useEffect(() => {
    const keep = () => {
      const own = document.title.replace(/^(⏰ )?(\(\d+\) )?/, '')
      // Between two pages there is no title, and one made then would stay in the document before the next page's.
      if (own !== '' && document.title !== before + own) document.title = before + own
    }
    keep()
    const watcher = new MutationObserver(keep)
    watcher.observe(document.head, { childList: true, subtree: true, characterData: true })
    return () => watcher.disconnect()
  }, [before])
}

/**
 * The icon shows how many calls are open. Each page may bring another link element; its address is changed and
 * restored.
 */
function useIconCount(open: number) {
  const pathname = usePathname()
  // biome-ignore lint/correctness/useExhaustiveDependencies: `pathname` is not read, but each page has another link
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
