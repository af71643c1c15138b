const apostrophes = /[’‘`´]/g

/**
 * Text for comparing: lower case, no accents, typographic apostrophes as plain ones, single spaces, no control
 * characters. Idempotent. The stored search column and the term typed both go through it.
 */
export function foldText(texto: string): string {
  return (
    texto
      .replace(apostrophes, "'")
      .normalize('NFKD')
      .toLowerCase()
      .normalize('NFKD')
      // Once more, because a Greek accent that stood alone has just become an apostrophe.
      .replace(apostrophes, "'")
      .replace(/\p{M}/gu, '')
      .replace(/[\s\p{C}]+/gu, ' ')
      .trim()
  )
}

const label =
  /^((cpf\/cnpj|cpf|cnpj|tel|telefone|fone|cel|celular|whatsapp|cod|codigo|contrato|protocolo|no)([.:]* |:) ?)+/

/** The number that a folded text is, without a label that was copied along, such as "CPF:"; null for any other text. */
export function numberIn(dobrado: string): string | null {
  const numero = dobrado.replace(label, '')
  return /^[+(]*\d[\d\s().+/-]*$/.test(numero) ? numero : null
}

/** A word of fewer letters has no trigram: by itself it is searched only as the beginning of a name. */
export const leastOfPalavra = 3

/** Words that an index of trigrams finds in a text; none unless one of them is long enough for a trigram. */
export const indexedWords = (dobrado: string) => {
  const palavras = searchWords(dobrado)
  return palavras.some((palavra) => [...palavra].length >= leastOfPalavra) ? palavras : []
}

/** The words of a folded text, without the punctuation around them that comes along when a term is copied. */
export const searchWords = (dobrado: string) =>
  dobrado
    .split(/[ ,;]/)
    .map((palavra) => palavra.replace(/^["“(]+|[.:!?"”)]+$/g, ''))
    .filter((palavra) => /[\p{L}\p{N}]/u.test(palavra))
