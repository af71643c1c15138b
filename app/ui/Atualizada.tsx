import { Button } from '@mantine/core'
import { type CSSProperties, useLayoutEffect, useState } from 'react'
import classes from './atualizada.module.css'
import { serverAnswers } from './serverAnswers.ts'
import type { Pendente } from './useMenuBotao.tsx'

/** Loads the page anew, if the server answers: without it the page would be gone for good. */
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

/** In the place of a part that the server has no more since it was brought up to date. */
export const Atualizada = ({ className = '', style }: { className?: string; style?: CSSProperties | undefined }) => (
  <div role="alert" className={`${classes.recado} ${className}`} style={style}>
    A mesa foi atualizada.
    <ReloadButton />
  </div>
)

/** The same of a part that has no place in the page: below its button while that is open, else at the window's foot. */
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
