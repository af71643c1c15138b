import { classifyTermo, documentoNamed } from './busca.ts'

/**
 * What is put on record of a term that was typed: its kind and how long it is, such as `documento (11)`. Never the term
 * itself, which may be a person's document, telephone or name: the record is kept for longer.
 */
export function termoOnRecord(texto: string, dddPadrao: string | undefined): string {
  const kind = kindOf(texto, dddPadrao)
  return `${kind} (${kind === 'palavras' ? [...texto].length : texto.replace(/[^\p{L}\p{N}]/gu, '').length})`
}

function kindOf(texto: string, dddPadrao: string | undefined): string {
  const termo = classifyTermo(texto, dddPadrao)
  if (!termo) return 'palavras'
  const { protocolo, documento, codigo, telefones, telefonePrefixos, assinantes } = termo
  if (protocolo !== null) return 'protocolo'
  if (documentoNamed(termo) !== null) return 'documento'
  // Few digits are more likely a code than the end of a telephone.
  if (codigo !== null && codigo < 10_000_000) return 'código'
  if (telefones.length + assinantes.length > 0) return 'telefone'
  if (codigo !== null) return 'código'
  if (telefonePrefixos.length > 0) return 'telefone'
  return documento !== null ? 'documento' : 'palavras'
}
