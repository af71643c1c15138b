import { Button } from '@mantine/core'
import { type CSSProperties, useLayoutEffect, useState } from 'react'
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

/**
 * The same for a part outside the page's flow: below its button while that is open, else at the bottom of the window.
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
  if (botao && !aberto) return null
  return <Atualizada className={classes.solto} style={style} />
}
