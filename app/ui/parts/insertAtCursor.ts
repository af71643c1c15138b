/** Inserts a text at the caret, or over the selection, as if typed: the field's events fire, and Ctrl+Z undoes it. */
export function insertAtCursor(field: HTMLTextAreaElement | HTMLInputElement | null, texto: string): void {
  if (!field || texto === '') return
  field.focus()
  // The only way to write that the browser's undo knows.
  if (document.execCommand('insertText', false, texto)) return
  field.setRangeText(texto, field.selectionStart ?? 0, field.selectionEnd ?? 0, 'end')
  field.dispatchEvent(new Event('input', { bubbles: true }))
}
