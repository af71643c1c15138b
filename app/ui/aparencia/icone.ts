const naAba = (svg: string) => `data:image/svg+xml,${encodeURIComponent(svg)}`

/**
 * As a data address, never fetched: a browser repeats a request for an icon, and six that hang take all connections to
 * one server.
 */
export const icone = naAba(
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><title>Alô</title><rect width="32" height="32" rx="8" fill="#1971c2"/><path d="M10 7h4l2 5-2.5 1.5a10 10 0 0 0 5 5L20 16l5 2v4a2 2 0 0 1-2 2A15 15 0 0 1 8 9a2 2 0 0 1 2-2z" fill="none" stroke="#fff" stroke-width="2" stroke-linecap="round" stroke-linejoin="round"/></svg>',
)

export const iconeContado = (open: number) =>
  naAba(
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><circle cx="16" cy="16" r="16" fill="#c92a2a"/><text x="16" y="23" font-family="sans-serif" font-size="20" font-weight="700" text-anchor="middle" fill="#fff">${open > 9 ? '9+' : open}</text></svg>`,
  )
