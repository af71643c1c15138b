import { useState } from 'react'
import { contagem } from '../ui/format.ts'
import { useStrayPress } from '../ui/parts/useStrayPress.ts'
import { useRetorno } from './perdidasQueries.ts'
import { type Atos, type Chamador, nomeDe } from './Retorno.tsx'

/** The last action, so that it can be undone. */
interface Done {
  texto: string
  ids: string[]
}

/**
 * What an agent does about missed callers, and what is to be said of it. "Resolvida" and "Reabrir" share one place, as do
 * "Assumir" and "Devolver": a double click must not press both. `onSettled` is told whose calls were settled.
 */
export function usePerdidasActs(onSettled: (chamadores: readonly Chamador[]) => void) {
  const retorno = useRetorno()
  const isStray = useStrayPress()
  const [done, setDone] = useState<Done | null>(null)

  const underWay: Atos['underWay'] = (action, id) => {
    const { isPending, variables } = retorno[action]
    return isPending && variables.ids.some((each) => each === id)
  }
  const begin = () => {
    for (const each of Object.values(retorno)) each.reset()
    setDone(null)
  }
  const take = ({ id }: Chamador, giveBack: boolean) => {
    if (isStray(`take ${id}`) || underWay('take', id)) return
    begin()
    retorno.take.mutate({ ids: [id], giveBack })
  }
  /** `lists` are those in which the agent saw the callers: a call that rings meanwhile is not settled. */
  const settle = (chamadores: readonly Chamador[], lists: readonly { consultado_em: string }[]) => {
    const ids = chamadores.map(({ id }) => id)
    const [first, ...more] = chamadores
    if (!first || isStray(`settle ${ids}`) || (more.length === 0 && underWay('settle', first.id))) return
    begin()
    const [ate = ''] = lists.map((each) => each.consultado_em).sort()
    const texto =
      more.length === 0
        ? `Retorno resolvido: ${nomeDe(first)}.`
        : `${contagem(ids.length, 'retorno resolvido', 'retornos resolvidos')}.`
    const nothing = { texto: 'Nada mudou: já estava resolvido, ou ligaram de novo.', ids: [] }
    retorno.settle.mutate(
      { ids, ate },
      {
        onSuccess: (chamadas) => {
          setDone(chamadas > 0 ? { texto, ids } : nothing)
          onSettled(chamadores)
        },
      },
    )
  }
  const reopenAll = (ids: string[]) => {
    setDone(null)
    retorno.take.reset()
    if (retorno.settle.isError) retorno.settle.reset()
    // The button stays, with the focus, until the call is open again.
    retorno.reopen.mutate({ ids }, { onSuccess: () => retorno.settle.reset() })
  }
  const reopen = ({ id }: Chamador) => isStray(`settle ${id}`) || underWay('reopen', id) || reopenAll([id])
  const undo = () => {
    if (isStray('undo')) return
    reopenAll(done?.ids ?? [])
    // The button disappears, and the focus with it.
    document.getElementById('conteudo')?.focus({ preventScroll: true })
  }
  const [settled, ...others] = retorno.settle.isSuccess ? retorno.settle.variables.ids : []
  return {
    atos: { underWay, take, reopen, settled: others.length === 0 ? settled : undefined } satisfies Atos,
    ...{ settle, undo, done },
    failure: retorno.take.error ?? retorno.settle.error ?? retorno.reopen.error,
  }
}
