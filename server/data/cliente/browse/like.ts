/** A text as it stands within a LIKE pattern. */
export const escapeLike = (text: string) => text.replace(/[\\%_]/g, '\\$&')

export const beginning = (text: string) => `${escapeLike(text)}%`
export const containing = (text: string) => `%${escapeLike(text)}%`
