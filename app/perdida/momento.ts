const hora = new Intl.DateTimeFormat('pt-BR', { timeStyle: 'short' })
const diaEMes = new Intl.DateTimeFormat('pt-BR', { day: '2-digit', month: '2-digit' })
const inteiro = new Intl.DateTimeFormat('pt-BR', { dateStyle: 'short' })

const midnight = (at: Date, days = 0) => new Date(at.getFullYear(), at.getMonth(), at.getDate() + days).getTime()

/** In the reader's own time zone: 'hoje 10:31', 'ontem 18:02', '20/11 09:15', '20/11/2025 09:15'. */
export function momento(iso: string, now: number): string {
  const [at, today] = [new Date(iso), new Date(now)]
  const day =
    midnight(at) === midnight(today)
      ? 'hoje'
      : midnight(at) === midnight(today, -1)
        ? 'ontem'
        : (at.getFullYear() === today.getFullYear() ? diaEMes : inteiro).format(at)
  return `${day} ${hora.format(at)}`
}

/** '2:05' for 125 seconds; never below zero. */
export function restante(ms: number): string {
  const seconds = Math.max(0, Math.ceil(ms / 1_000))
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
}
