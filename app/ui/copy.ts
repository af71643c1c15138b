import { useEffect, useState } from 'react'

const shownFor = 2_500

/** Mantine's useClipboard cannot copy on plain HTTP. */
export function useCopy() {
  const [outcome, setOutcome] = useState<'copied' | 'failed' | null>(null)
  useEffect(() => {
    if (outcome !== 'copied') return
    const timer = setTimeout(() => setOutcome(null), shownFor)
    return () => clearTimeout(timer)
  }, [outcome])
  const copy = async (text: string) => setOutcome((await copyText(text)) ? 'copied' : 'failed')
  return { copied: outcome === 'copied', failed: outcome === 'failed', copy }
}

/** The clipboard API exists on HTTPS and loopback only; plain HTTP needs the old command. */
export async function copyText(text: string): Promise<boolean> {
  const copied = await navigator.clipboard?.writeText(text).then(
    () => true,
    () => false,
  )
  return copied || copyBySelection(text)
}

function copyBySelection(text: string): boolean {
  const focused = document.activeElement
  const field = document.createElement('textarea')
  field.value = text
  field.style.position = 'fixed'
  field.style.opacity = '0'
  document.body.append(field)
  field.select()
  const copied = document.execCommand('copy')
  field.remove()
  if (focused instanceof HTMLElement) focused.focus()
  return copied
}
