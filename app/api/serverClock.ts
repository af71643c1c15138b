let offset = 0

/** Remembers how far this computer's clock is off, from a `Date` header (whole seconds): "há 12 s" must be true here too. */
export function noteServerDate(header: string | null) {
  const server = header ? Date.parse(header) : Number.NaN
  if (Number.isNaN(server)) return
  const difference = server - Date.now()
  offset = Math.abs(difference) > 2_000 ? difference : 0
}

/** The server's time in milliseconds, as well as this browser can tell. */
export const serverNow = () => Date.now() + offset
