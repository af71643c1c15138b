/** Whether this browser can show notices of the system's, and whether it was asked: they need HTTPS or the machine itself. */
export const permissao = (): NotificationPermission | 'sem suporte' =>
  typeof Notification === 'undefined' ? 'sem suporte' : Notification.permission

/** Asks for it; a browser asks the person once and remembers. Never rejects. */
export const askPermissao = async () =>
  typeof Notification === 'undefined' ? 'sem suporte' : Notification.requestPermission().catch(permissao)

/**
 * Shows who calls, above whatever she looks at; a click leads to the desk. One a call, in however many tabs. Null where the
 * browser does not show it.
 */
export function noticeOf(id: string, nome: string, telefone: string): { close: () => void } | null {
  if (permissao() !== 'granted') return null
  try {
    const notice = new Notification(nome, { body: nome === telefone ? 'Chamada' : `Chamada de ${telefone}`, tag: id })
    notice.onclick = () => {
      window.focus()
      notice.close()
    }
    return notice
  } catch {
    // Some browsers show them for installed pages only.
    return null
  }
}
