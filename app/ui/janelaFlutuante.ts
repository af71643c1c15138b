import { useSyncExternalStore } from 'react'
import { createListeners } from './listeners.ts'

/** The part of the API that Alô uses: https://wicg.github.io/document-picture-in-picture/ */
interface DocumentPictureInPicture {
  requestWindow(options: { width: number; height: number }): Promise<Window>
}

declare global {
  interface Window {
    documentPictureInPicture?: DocumentPictureInPicture
  }
}

const api = () => window.documentPictureInPicture

export const canFloat = () => api() !== undefined

let janela: Window | null = null
const { tell, subscribe } = createListeners()

function set(next: Window | null) {
  janela = next
  tell()
}

const size = { width: 360, height: 200 }

/** Opens the floating window, or focuses the one that is open. Browsers allow it only in a click handler. */
export async function openFlutuante(): Promise<void> {
  if (janela) return janela.focus()
  // Null when the browser refuses.
  const opened = await api()
    ?.requestWindow(size)
    .catch(() => null)
  if (!opened) return
  opened.addEventListener('pagehide', () => janela === opened && set(null))
  set(opened)
}

export const useJanelaFlutuante = () =>
  useSyncExternalStore(
    subscribe,
    () => janela,
    () => null,
  )

/**
 * Copies language, styles and colour scheme to the window's empty document. Returns the function that stops following
 * the scheme.
 */
export function dressLikePage({ document: target }: Window): () => void {
  target.documentElement.lang = document.documentElement.lang
  target.title = 'Alô'
  for (const style of document.querySelectorAll<HTMLStyleElement | HTMLLinkElement>('style, link[rel="stylesheet"]')) {
    const copy = document.importNode(style, true)
    // The page's content security policy applies there, too, and relative addresses do not resolve.
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
