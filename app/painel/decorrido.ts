/** How long ago, in words; both in milliseconds. A clock that runs behind gives "agora", never the future. */
export function decorrido(instante: number, now: number): string {
  const seconds = Math.floor((now - instante) / 1_000)
  if (seconds < 2) return 'agora'
  if (seconds < 60) return `há ${seconds} s`
  const minutes = Math.floor(seconds / 60)
  if (minutes < 60) return `há ${minutes} min ${String(seconds % 60).padStart(2, '0')} s`
  return `há ${Math.floor(minutes / 60)} h ${String(minutes % 60).padStart(2, '0')} min`
}
