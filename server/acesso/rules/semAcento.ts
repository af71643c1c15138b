/** As words are compared: in small letters, without accents. */
export const semAcento = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()
