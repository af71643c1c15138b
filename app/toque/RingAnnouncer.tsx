'use client'
import { VisuallyHidden } from '@mantine/core'
import { useCallback, useEffect, useState } from 'react'
import type { Ligacao } from '#server/ligacao/wire/ligacao'
import { anuncioDe } from '../ligacoes/titulo.ts'
import { inOneTab } from './inOneTab.ts'
import { playTone } from './playTone.ts'
import { useFreshRings } from './useFreshRings.ts'
import { useToqueMudo } from './useToqueMudo.ts'

/** Tells of a ringing call to the ear: a tone, a live region, the tab's title. It never moves the focus. */
export function RingAnnouncer({ ligacoes }: { ligacoes: Ligacao[] }) {
  const [anuncio, setAnuncio] = useState('')
  const [mudo] = useToqueMudo()

  const ring = useCallback(
    (ringing: Ligacao[]) => {
      setAnuncio(ringing.map(anuncioDe).join('. '))
      if (mudo) return
      const first = ringing[0]
      if (first) void inOneTab(`toque:${first.id}:${first.tocada_em}`, () => void playTone())
    },
    [mudo],
  )
  useFreshRings(ligacoes, ring)

  useEffect(() => {
    document.title = ligacoes.length > 0 ? `(${ligacoes.length}) Alô` : 'Alô'
  }, [ligacoes.length])

  return (
    <VisuallyHidden role="status" aria-live="polite">
      {anuncio}
    </VisuallyHidden>
  )
}
