import { Button } from '@mantine/core'
import { type CSSProperties, useEffect, useId, useLayoutEffect, useState, useSyncExternalStore } from 'react'
import { createListeners } from '../listeners.ts'
import { serverAnswers } from '../network/serverAnswers.ts'
import classes from './atualizada.module.css'
import type { Pendente } from './useMenuBotao.tsx'

/** Reloads only if the server answers: without it the page would be lost. */
export function ReloadButton() {
  const [pedido, setPedido] = useState<'nenhum' | 'pergunta' | 'sem resposta'>('nenhum')
  const reload = async () => {
    setPedido('pergunta')
    if (await serverAnswers()) location.reload()
    else setPedido('sem resposta')
  }
  return (
    <>
      <Button size="compact-sm" variant="default" loading={pedido === 'pergunta'} onClick={() => void reload()}>
        Recarregar
      </Button>
      {pedido === 'sem resposta' && 'O servidor não responde agora.'}
    </>
  )
}

/** The server was updated and no longer has this part. */
export const Atualizada = ({ className = '', style }: { className?: string; style?: CSSProperties | undefined }) => (
  <div role="alert" className={`${classes.recado} ${className}`} style={style}>
    A mesa foi atualizada.
    <ReloadButton />
  </div>
)

let wanted: string[] = []
const { tell, subscribe } = createListeners()
const setWanted = (next: string[]) => {
  wanted = next
  tell()
}

/**
 * The same for a part outside the page's flow: below its button while that is open, else at the bottom of the window.
 * Only the latest one stands: they would cover each other.
 */
export function AtualizadaAoLado({ botao, aberto }: Partial<Pendente>) {
  const [style, setStyle] = useState<CSSProperties>()
  useLayoutEffect(() => {
    const box = aberto ? botao?.current?.getBoundingClientRect() : undefined
    if (!box) return
    const near = box.left + box.right < window.innerWidth
    const side = near ? { left: box.left, right: 'auto' } : { left: 'auto', right: window.innerWidth - box.right }
    setStyle({ ...side, top: box.bottom + 4, bottom: 'auto' })
  }, [botao, aberto])
  const id = useId()
  const wants = !botao || aberto === true
  useEffect(() => {
    if (!wants) return
    setWanted([...wanted, id])
    return () => setWanted(wanted.filter((each) => each !== id))
  }, [id, wants])
  const latest = useSyncExternalStore(
    subscribe,
    () => wanted.at(-1),
    () => undefined,
  )
  if (latest !== id) return null
  return <Atualizada className={classes.solto} style={style} />
}
