/** How far back a caller's calls are counted. */
export const countedMs = 30 * 86_400_000

const most = 120

/** The beginning of what was written, in one line of at most 120 characters, cut between words where there are any. */
export function primeirasPalavras(texto: string): string {
  const line = texto.trim().replace(/\s+/gu, ' ')
  const characters = [...line]
  if (characters.length <= most) return line
  const cut = characters.slice(0, most - 1).join('')
  const space = cut.lastIndexOf(' ')
  return `${(space > most / 2 ? cut.slice(0, space) : cut).trimEnd()}…`
}
