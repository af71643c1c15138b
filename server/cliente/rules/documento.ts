/** Letters and digits of a document, upper case: what is compared and stored. */
export function normalizeDocumento(texto: string): string {
  return texto.toUpperCase().replace(/[^0-9A-Z]/g, '')
}

/** Whether these are a CPF's 11 digits with right check digits; punctuation is ignored. */
export function isCpf(texto: string): boolean {
  const cpf = normalizeDocumento(texto)
  return /^\d{11}$/.test(cpf) && !/^(.)\1+$/.test(cpf) && cpf.endsWith(cpfDigits(cpf.slice(0, 9)))
}

/**
 * Whether these are a CNPJ's 14 characters with right check digits; punctuation is ignored. The alphanumeric CNPJ
 * issued from July 2026 (letters in the first twelve places) is one too (Receita Federal, IN RFB 2.229/2024).
 */
export function isCnpj(texto: string): boolean {
  const cnpj = normalizeDocumento(texto)
  return /^[0-9A-Z]{12}\d{2}$/.test(cnpj) && !/^(.)\1+$/.test(cnpj) && cnpj.endsWith(cnpjDigits(cnpj.slice(0, 12)))
}

/** The two check digits that belong to a CPF's first nine digits. */
export function cpfDigits(base: string): string {
  const first = checkDigit(base, 11)
  return first + checkDigit(base + first, 11)
}

/** The two check digits that belong to a CNPJ's first twelve characters. */
export function cnpjDigits(base: string): string {
  const first = checkDigit(base, 9)
  return first + checkDigit(base + first, 9)
}

/** Modulo 11 from the right with weights 2, 3 … up to `maxWeight` and round again; a letter counts as its code less 48. */
function checkDigit(base: string, maxWeight: number): string {
  let sum = 0
  for (let i = base.length - 1, weight = 2; i >= 0; i--, weight = weight === maxWeight ? 2 : weight + 1) {
    sum += (base.charCodeAt(i) - 48) * weight
  }
  const rest = sum % 11
  return String(rest < 2 ? 0 : 11 - rest)
}

/** '123.456.789-09' or '12.345.678/0001-95' by length alone; anything else as it is. */
export function formatDocumento(documento: string): string {
  const texto = normalizeDocumento(documento)
  if (/^\d{11}$/.test(texto)) return texto.replace(/^(...)(...)(...)(..)$/, '$1.$2.$3-$4')
  if (/^[0-9A-Z]{12}\d{2}$/.test(texto)) return texto.replace(/^(..)(...)(...)(....)(..)$/, '$1.$2.$3/$4-$5')
  return documento
}

/**
 * What a screen may show of a document: '***.456.789-**' or '**.345.678/****-**', six characters at the most. A text
 * of any other length is hidden whole; an empty one stays empty. docs/interface.md: Personal data.
 */
export function maskDocumento(documento: string): string {
  const texto = normalizeDocumento(documento)
  if (texto === '') return ''
  if (/^\d{11}$/.test(texto)) return `***.${texto.slice(3, 6)}.${texto.slice(6, 9)}-**`
  if (/^[0-9A-Z]{12}\d{2}$/.test(texto)) return `**.${texto.slice(2, 5)}.${texto.slice(5, 8)}/****-**`
  return '***'
}
