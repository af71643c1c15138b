/** System notifications need HTTPS or the server's own machine. */
export const permissao = (): NotificationPermission | 'sem suporte' =>
  typeof Notification === 'undefined' ? 'sem suporte' : Notification.permission

/** A browser asks only once. Never rejects. */
export const askPermissao = async () =>
  typeof Notification === 'undefined' ? 'sem suporte' : Notification.requestPermission().catch(permissao)

/**
 * Shows a system notification, one per call for all tabs; a click leads to the desk. `telefone` is shown beside the
 * name; it is '' if the name is the number. Null if the browser does not show it.
 */
export function noticeOf(id: string, nome: string, telefone: string): { close: () => void } | null {
  if (permissao() !== 'granted') return null
  try {
    const notice = new Notification(nome, { body: telefone === '' ? 'Chamada' : `Chamada de ${telefone}`, tag: id })
    notice.onclick = () => {
      window.focus()
      notice.close()
    }
    return notice
  } catch {
    // Some browsers allow it for installed pages only.
    return null
  }
}
