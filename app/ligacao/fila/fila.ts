/**
 * Where each call stands. A queue of places at the left, one call wide at the right: nothing that can be clicked moves
 * because of what others do. decisions 0060, 0075
 */

/** Times are milliseconds of a clock that nobody sets. */
export interface Vaga {
  id: string
  chegou: number
  /** Since when the call is over; null while it is open. */
  fim: number | null
}

export interface Fila {
  vagas: readonly Vaga[]
  /** The call that stands wide, open or just over. */
  ativa: string | null
  /** Since when the wide one is over. */
  ativaFim: number | null
  /** Rows instead of cards: another card would have no room. */
  densa: boolean
  /** When what stood there last moved, or gave way, without the agent having chosen it. */
  mudou: number
}

/** Where the agent's hand is (the pointer, the keyboard's focus), and how much it can reach without scrolling. */
export interface Mao {
  /** Over the queue, or focus within it. */
  naFila: boolean
  /** Focus within the queue. */
  focoNaFila: boolean
  /** When the agent last did anything on the page, by pointer or key: from anywhere a hand may be on its way here. */
  mexeuEm: number
  /** Focus within the wide call. */
  focoNaAtiva: boolean
  /** A finger, which cannot be seen coming. */
  dedo: boolean
  /** As many cards fit on the screen. */
  cabem: number
}

export const filaVazia: Fila = { vagas: [], ativa: null, ativaFim: null, densa: false, mudou: Number.NEGATIVE_INFINITY }
export const semMao: Mao = {
  naFila: false,
  focoNaFila: false,
  mexeuEm: Number.NEGATIVE_INFINITY,
  focoNaAtiva: false,
  dedo: false,
  cabem: 4,
}

/** A place that fell empty, and a queue that would stand otherwise, stay as they are at least so long. */
export const calma = 1_500
/** A hand that rests so long is on its way to nothing. */
export const repouso = 3_000
/** A click so soon after something moved was meant for what stood there before. */
export const susto = 400

/**
 * Pure. The queue as it stands after whatever happened. `abertas` are the ids of the open calls in their order, `lembrada`
 * the call that stood wide when the page was left. A call that came is put at the end at once; places are given back,
 * sorted and redrawn only when the hand has left the queue and rests, and `calma` has passed.
 */
export function arranjarFila(
  fila: Fila,
  abertas: readonly string[],
  mao: Mao,
  agora: number,
  lembrada?: string | null,
): Fila {
  const open = new Set(abertas)
  const known = new Set(fila.vagas.map(({ id }) => id))
  const stood = fila.vagas.map((vaga) => {
    if (open.has(vaga.id)) return vaga.fim === null ? vaga : { ...vaga, fim: null }
    return vaga.fim === null ? { ...vaga, fim: agora } : vaga
  })
  const came = abertas.filter((id) => !known.has(id)).map((id): Vaga => ({ id, chegou: agora, fim: null }))
  const kept = came.length > 0 ? [...stood, ...came] : stood
  const first = fila.vagas.length === 0
  const rests = agora - mao.mexeuEm >= repouso && !(mao.dedo && abertas.length > 0)
  const tidied = first || (rests && !mao.naFila) ? tidy(kept, abertas, { fila, mao, agora, calma }) : null
  return settle(
    fila,
    { ...wide(fila, abertas, mao, agora, rests, lembrada), vagas: kept, densa: fila.densa, ...tidied },
    agora,
  )
}

/** Pure. The queue as it stands when the agent asks for it: nothing but open calls, in order. */
export function arrumarFila(fila: Fila, abertas: readonly string[], mao: Mao, agora: number): Fila {
  const { vagas } = arranjarFila(fila, abertas, { ...mao, naFila: true }, agora)
  const ativa = fila.ativa !== null && abertas.includes(fila.ativa) ? fila.ativa : (abertas[0] ?? null)
  return settle(fila, { ...tidy(vagas, abertas, { fila, mao, agora, calma: 0 }), ativa, ativaFim: null }, agora)
}

interface Calmly {
  fila: Fila
  mao: Mao
  agora: number
  calma: number
}

/** The places without those that were empty long enough, in order, as cards or rows. */
function tidy(stood: readonly Vaga[], abertas: readonly string[], { fila, mao, agora, calma }: Calmly) {
  const first = fila.vagas.length === 0
  const vagas = stood.filter(({ fim }) => fim === null || agora - fim < calma)
  const settled = first || vagas.every(({ chegou }) => agora - chegou >= calma)
  const place = new Map(abertas.map((id, at) => [id, at]))
  if (settled && vagas.every(({ fim }) => fim === null))
    vagas.sort((a, b) => (place.get(a.id) ?? 0) - (place.get(b.id) ?? 0))
  // Before a call that comes has no room, not after: then nothing has to move for it.
  const densa = fila.densa ? vagas.length > mao.cabem - 2 : vagas.length >= mao.cabem
  return { vagas, densa: settled ? densa : fila.densa }
}

/** What is as it was stays the same object, and what moved is noted. */
function settle(fila: Fila, next: Omit<Fila, 'mudou'>, agora: number): Fila {
  const placed = fila.vagas.every(({ id }, place) => id === next.vagas[place]?.id)
  const same = next.vagas.length === fila.vagas.length && next.vagas.every((vaga, place) => vaga === fila.vagas[place])
  const gaveWay = fila.ativa !== null && next.ativa !== fila.ativa
  const moved = !placed || gaveWay || (fila.vagas.length > 0 && next.densa !== fila.densa)
  return { ...next, vagas: same ? fila.vagas : next.vagas, mudou: moved ? agora : fila.mudou }
}

/**
 * The wide call stays while it is open. Once it is over it stays until the focus has left it, and gives way to another call
 * only while the hand rests: where it stood, and where the other stood in the queue, things change. A pointer that lies
 * still is on its way to nothing, wherever it lies, and nobody waits for ever because of it.
 */
function wide(
  fila: Fila,
  abertas: readonly string[],
  mao: Mao,
  agora: number,
  rests: boolean,
  lembrada?: string | null,
): Pick<Fila, 'ativa' | 'ativaFim'> {
  const [oldest = null] = abertas
  const next = lembrada && abertas.includes(lembrada) ? lembrada : oldest
  const { ativa } = fila
  if (ativa === null) return { ativa: next, ativaFim: null }
  if (abertas.includes(ativa)) return { ativa, ativaFim: null }
  const ativaFim = fila.ativaFim ?? agora
  const held = !rests || mao.focoNaAtiva || (next !== null && mao.focoNaFila)
  return held || agora - ativaFim < calma ? { ativa, ativaFim } : { ativa: next, ativaFim: null }
}

/** Pure. In how many milliseconds the passing of time alone may change the queue; null when it cannot. */
export function proximaMudanca(fila: Fila, mao: Mao, agora: number): number | null {
  const dues = fila.vagas.flatMap(({ chegou, fim }) => [chegou + calma, ...(fim === null ? [] : [fim + calma])])
  if (fila.ativaFim !== null) dues.push(fila.ativaFim + calma)
  if (dues.length > 0) dues.push(mao.mexeuEm + repouso)
  const coming = dues.filter((due) => due > agora)
  return coming.length > 0 ? Math.min(...coming) - agora : null
}

/** Pure. The open call before (-1) or after (1) the wide one, round and round; null where there is no other. */
export function vizinha({ vagas, ativa }: Fila, passo: 1 | -1): string | null {
  const live = vagas.filter(({ id, fim }) => fim === null || id === ativa).map(({ id }) => id)
  const at = ativa === null ? -1 : live.indexOf(ativa)
  if (live.length === 0) return null
  const id = at < 0 ? live.at(passo === 1 ? 0 : -1) : live[(at + passo + live.length) % live.length]
  return id === undefined || id === ativa ? null : id
}
