import { useEffect } from 'react'

/** What letters do in the active call. It comes with the calls, and is asked for by events of these names (Atalhos.tsx). */
export function useAtosNaChamada() {
  useEffect(() => {
    const names = Object.keys(atos)
    const onAct = ({ type }: Event) => atos[type]?.()
    for (const name of names) document.addEventListener(name, onAct)
    return () => {
      for (const name of names) document.removeEventListener(name, onAct)
    }
  }, [])
}

const naAtiva = (what: string) => document.querySelector<HTMLElement>(`[data-ligacao][data-ativa]${what}`)
const focusAtiva = () => naAtiva('')?.focus()

const atos: Record<string, () => void> = {
  'alo:proxima': focusAtiva,
  'alo:anterior': focusAtiva,
  'alo:passo': () => naAtiva(' :is([data-proximo-passo], input):not([disabled])')?.focus(),
  'alo:copiar': () => naAtiva(' [data-acao="copiar-protocolo"]')?.click(),
  'alo:fechar': () => naAtiva(' [data-acao="fechar"]')?.click(),
  // The agent's own last close, however the calls stand.
  'alo:desfazer': () => {
    const encerrada = ({ dataset }: HTMLElement) => dataset.encerrada ?? ''
    const closed = [...document.querySelectorAll<HTMLElement>('[data-acao="reabrir"]')]
    closed
      .sort((a, b) => encerrada(a).localeCompare(encerrada(b)))
      .at(-1)
      ?.click()
  },
}
