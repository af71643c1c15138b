/** A text as it stands within a LIKE pattern. */
export const escapeLike = (text: string) => text.replace(/[\\%_]/g, '\\$&')

export const beginning = (text: string) => `${escapeLike(text)}%`
export const containing = (text: string) => `%${escapeLike(text)}%`

/** Comes after every text that begins with what stands before it, in the order of `text_pattern_ops` (by bytes). */
export const lastCharacter = '\u{10FFFF}'
