let fuso: string | undefined

/** The desk's time zone, by which filters, reminders and spreadsheets go. A browser that does not know it keeps its own. */
export function noteFuso(name: string): void {
  try {
    fuso = new Intl.DateTimeFormat('pt-BR', { timeZone: name }).resolvedOptions().timeZone
  } catch {
    fuso = undefined
  }
}

/** Writes instants in the desk's time zone, wherever the reader is. */
export function noFuso(options: Intl.DateTimeFormatOptions): (instante: Date | number) => string {
  let made: { fuso: string | undefined; format: Intl.DateTimeFormat } | undefined
  return (instante) => {
    if (made?.fuso !== fuso || !made)
      made = { fuso, format: new Intl.DateTimeFormat('pt-BR', { ...options, timeZone: fuso }) }
    return made.format.format(instante).replace(',', '')
  }
}
