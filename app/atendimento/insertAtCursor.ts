/**
 * Puts a text where the caret stands, or in the place of what is selected, as if it had been typed: the field's own events
 * tell it, and Ctrl+Z takes it back. The caret then stands after it.
 */
export function insertAtCursor(field: HTMLTextAreaElement | null, texto: string): void {
  if (!field || texto === '') return
  field.focus()
  // The one way of writing that the browser's own undo knows.
  if (document.execCommand('insertText', false, texto)) return
  field.setRangeText(texto, field.selectionStart, field.selectionEnd, 'end')
  field.dispatchEvent(new Event('input', { bubbles: true }))
}
