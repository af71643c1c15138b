import { ActionIcon, Button, Text, VisuallyHidden } from '@mantine/core'
import { IconInfoCircle, IconX } from '@tabler/icons-react'
import { useCallback, useEffect, useState } from 'react'
import { isPerdida } from '#server/ligacao/rules/isPerdida'
import { contagem } from '../../ui/format.ts'
import { fetchedLater } from '../../ui/parts/fetchedLater.tsx'
import { useMenuBotao } from '../../ui/parts/useMenuBotao.tsx'
import { useRecusaAfter } from '../../ui/parts/useRecusa.tsx'
import { closedByAgent, type LigacoesState, openLigacoes } from '../fila/ligacoes.ts'
import type { LigacoesStore } from '../fila/ligacoesStore.ts'
import { Caiu, PerdidasLink } from './Caiu.tsx'
import { type Aviso, mayHaveDropped, outcomeOf } from './ending.ts'
import classes from './faixa.module.css'

const OutrosAvisos = fetchedLater(() => import('./OutrosAvisos.tsx').then((module) => module.OutrosAvisos))

/** Pure. Drops the notices about calls that ring again. */
export function avisosStanding(avisos: Aviso[], now: LigacoesState): Aviso[] {
  const open = new Set(openLigacoes(now).map((ligacao) => ligacao.id))
  return avisos.some(({ id }) => open.has(id)) ? avisos.filter(({ id }) => !open.has(id)) : avisos
}

/** Pure. The notices about windows that are in `before` and not in `after`, except those that the agent closed. */
export function avisosDe(before: LigacoesState, after: LigacoesState): Aviso[] {
  const still = new Set(openLigacoes(after).map((ligacao) => ligacao.id))
  return openLigacoes(before)
    .filter((ligacao) => !still.has(ligacao.id))
    .map((ligacao) => after.entries[ligacao.id]?.ligacao ?? ligacao)
    .filter((ligacao) => !closedByAgent(ligacao))
    .map((ligacao) => ({
      id: ligacao.id,
      quem: ligacao.telefone_formatado,
      desfecho: outcomeOf(ligacao),
      perdida: isPerdida(ligacao),
      dropped: mayHaveDropped(ligacao),
    }))
}

const kept = 20

/** The latest notices, newest first. */
export function useAvisos(store: LigacoesStore) {
  const [avisos, setAvisos] = useState<Aviso[]>([])
  useEffect(() => {
    let before = store.state()
    let shown = store.abertas()
    return store.subscribe(() => {
      const now = store.state()
      // Most changes close no window.
      const open = store.abertas()
      if (open === shown) return
      const fresh = avisosDe(before, now)
      before = now
      shown = open
      setAvisos((old) => avisosStanding(old, now))
      if (fresh.length === 0) return
      const ids = new Set(fresh.map((aviso) => aviso.id))
      setAvisos((old) => [...fresh, ...old.filter((aviso) => !ids.has(aviso.id))].slice(0, kept))
    })
  }, [store])
  const dismissAvisos = useCallback(() => setAvisos([]), [])
  return { avisos, dismissAvisos }
}

/** The latest notice in one line, the others on request. */
export function Avisos({ avisos, onDismiss }: { avisos: Aviso[]; onDismiss: () => void }) {
  const [latest, ...others] = avisos
  // The button "Caiu" of a newer notice takes the place of the older notice's.
  const { guard, aviso } = useRecusaAfter(latest?.id ?? '')
  const dismiss = () => {
    onDismiss()
    // The button disappears together with the notices.
    document.getElementById('conteudo')?.focus({ preventScroll: true })
  }
  return (
    <>
      <VisuallyHidden role="log" aria-label="Avisos">
        {avisos.map(({ id, desfecho }) => (
          <p key={id}>{desfecho.frase}</p>
        ))}
      </VisuallyHidden>
      {latest && (
        <div {...guard} className={classes.aviso}>
          <IconInfoCircle size={18} aria-hidden />
          <Text size="sm" lh={1.2} className={classes.desfecho} title={latest.desfecho.frase} aria-hidden>
            <strong className="algarismos">{latest.quem}</strong>
            <span>{latest.desfecho.curto}</span>
          </Text>
          {others.length > 0 && <OutrosBotao outros={others} />}
          <div className={classes.deed}>
            {latest.perdida && <PerdidasLink />}
            {latest.dropped && <Caiu key={latest.id} id={latest.id} />}
          </div>
          <ActionIcon
            variant="subtle"
            color="gray"
            size="sm"
            className={classes.dispensar}
            aria-label={others.length > 0 ? 'Dispensar os avisos' : 'Dispensar aviso'}
            onClick={dismiss}
          >
            <IconX size={16} aria-hidden />
          </ActionIcon>
        </div>
      )}
      {aviso}
    </>
  )
}

function OutrosBotao({ outros }: { outros: Aviso[] }) {
  const { asked, menu, button } = useMenuBotao(OutrosAvisos.prepare, 'dialog')
  return (
    <>
      <Button
        size="compact-xs"
        variant="default"
        className={classes.outros}
        aria-label={contagem(outros.length, 'outro aviso', 'outros avisos')}
        {...button}
      >
        +{outros.length}
      </Button>
      {asked && <OutrosAvisos {...menu} avisos={outros} />}
    </>
  )
}
