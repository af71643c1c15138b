import { ActionIcon, Tooltip, VisuallyHidden } from '@mantine/core'
import { useDocumentTitle, useLocalStorage } from '@mantine/hooks'
import { IconBell, IconBellOff } from '@tabler/icons-react'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import type { Ligacao } from '#server/ligacao/wire/ligacao'
import { serverNow } from '../ui/serverClock.tsx'
import { tituloDe } from './ligacoes.ts'
import { inOneTab, playTone } from './playTone.ts'

/** Tells of a ringing call to the ear: a tone, a live region, the tab's title. It never moves the focus. */
export function RingAnnouncer({ ligacoes }: { ligacoes: Ligacao[] }) {
  const [anuncio, setAnuncio] = useState('')
  const [mudo] = useToqueMudo()

  useFreshRings(ligacoes, (ringing) => {
    setAnuncio(ringing.map(anuncioDe).join('. '))
    const [first] = ringing
    if (first && !mudo) void inOneTab(`toque:${first.id}:${first.tocada_em}`, () => void playTone())
  })
  useDocumentTitle(ligacoes.length > 0 ? `(${ligacoes.length}) Alô` : 'Alô')

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

/** True while a call's last ring is recent: an old call found after a reload does not ring again. */
export const isRinging = (ligacao: Ligacao) => serverNow() - Date.parse(ligacao.tocada_em) < fresh

/** Calls `onRing` with the calls that have just begun to ring, or ring again. */
function useFreshRings(ligacoes: Ligacao[], onRing: (ringing: Ligacao[]) => void) {
  const heard = useRef(new Map<string, string>())
  const ring = useEffectEvent(onRing)
  useEffect(() => {
    const news = ligacoes.filter((ligacao) => heard.current.get(ligacao.id) !== ligacao.tocada_em)
    for (const ligacao of news) heard.current.set(ligacao.id, ligacao.tocada_em)
    const ringing = news.filter(isRinging)
    if (ringing.length > 0) ring(ringing)
  }, [ligacoes])
}

/** Whether the ring tone is muted, remembered in this browser. */
const useToqueMudo = () => useLocalStorage({ key: 'alo:toque-mudo', defaultValue: false })

/** Mutes the ring tone in this browser. The window still appears. */
export function MudoBotao() {
  const [mudo, setMudo] = useToqueMudo()
  const label = mudo ? 'Ligar o toque' : 'Silenciar o toque'
  return (
    <Tooltip label={label}>
      <ActionIcon variant="default" size="lg" aria-label={label} onClick={() => setMudo(!mudo)}>
        {mudo ? <IconBellOff size={18} aria-hidden /> : <IconBell size={18} aria-hidden />}
      </ActionIcon>
    </Tooltip>
  )
}
