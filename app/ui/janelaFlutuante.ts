import { useSyncExternalStore } from 'react'

/** As far as we use it: https://wicg.github.io/document-picture-in-picture/ */
interface DocumentPictureInPicture {
  requestWindow(options: { width: number; height: number }): Promise<Window>
}

declare global {
  interface Window {
    documentPictureInPicture?: DocumentPictureInPicture
  }
}

const api = () => window.documentPictureInPicture

/** Whether this browser has small windows that stay above all others. */
export const canFloat = () => api() !== undefined

let janela: Window | null = null
const listeners = new Set<() => void>()

function set(next: Window | null) {
  janela = next
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

const size = { width: 360, height: 200 }

/** Opens the small window, by the person's own click alone, as browsers demand; where it stands already it is shown. */
export async function openFlutuante(): Promise<void> {
  if (janela) return janela.focus()
  // Refused, it is not there, and nothing else is amiss.
  const opened = await api()
    ?.requestWindow(size)
    .catch(() => null)
  if (!opened) return
  opened.addEventListener('pagehide', () => janela === opened && set(null))
  set(opened)
}

/** The small window while it stands. */
export const useJanelaFlutuante = () =>
  useSyncExternalStore(
    subscribe,
    () => janela,
    () => null,
  )

/**
 * Makes the window's empty document look like this page: its language, its styles, and its colour scheme as it changes.
 * Gives what stops following.
 */
export function dressLikePage({ document: target }: Window): () => void {
  target.documentElement.lang = document.documentElement.lang
  target.title = 'Alô'
  for (const style of document.querySelectorAll<HTMLStyleElement | HTMLLinkElement>('style, link[rel="stylesheet"]')) {
    const copy = style.cloneNode(true) as typeof style
    // The page's policy holds there, too; an empty document has no address that others would be relative to.
    copy.nonce = style.nonce
    if (copy instanceof HTMLLinkElement && style instanceof HTMLLinkElement) copy.href = style.href
    target.head.append(copy)
  }
  const scheme = 'data-mantine-color-scheme'
  const follow = () => target.documentElement.setAttribute(scheme, document.documentElement.getAttribute(scheme) ?? '')
  follow()
  const watching = new MutationObserver(follow)
  watching.observe(document.documentElement, { attributeFilter: [scheme] })
  return () => watching.disconnect()
}
