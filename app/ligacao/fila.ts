/**
 * Where each call stands. A queue of places at the left, one call wide at the right: nothing that can be clicked moves
 * because of what others do. decision 0060
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
  /** Rows instead of cards: there are many. */
  densa: boolean
}

/** Where the agent's hand is: her pointer, her keyboard's focus. */
export interface Mao {
  /** Over the queue, or focus within it. */
  naFila: boolean
  /** Focus within the queue. */
  focoNaFila: boolean
  /** Over the wide call. */
  sobreAtiva: boolean
  /** When the pointer last moved over either. */
  mexeuEm: number
  /** Focus within the wide call. */
  focoNaAtiva: boolean
}

export const filaVazia: Fila = { vagas: [], ativa: null, ativaFim: null, densa: false }
export const semMao: Mao = { naFila: false, focoNaFila: false, sobreAtiva: false, mexeuEm: 0, focoNaAtiva: false }

/** A place that fell empty, and a queue that would stand otherwise, stay as they are at least so long. */
export const calma = 1_500
/** A pointer that lies still so long is on its way to nothing. */
export const repouso = 3_000
/** As many cards fit above the fold; more are rows. */
const cartoes = 4

/**
 * Pure. The queue as it stands after whatever happened. `abertas` are the ids of the open calls in their order, `lembrada`
 * the call that stood wide when the page was left. A call that came is put at the end at once; places are given back,
 * sorted and redrawn only when the hand is away and `calma` has passed.
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
  const first = fila.vagas.length === 0
  let vagas = came.length > 0 ? [...stood, ...came] : stood
  let { densa } = fila
  if (!mao.naFila) {
    vagas = vagas.filter(({ fim }) => fim === null || agora - fim < calma)
    const settled = first || vagas.every(({ chegou }) => agora - chegou >= calma)
    if (settled && vagas.every(({ fim }) => fim === null)) vagas = sorted(vagas, abertas)
    if (settled) densa = densa ? vagas.length >= cartoes : vagas.length > cartoes
  }
  const same = vagas.length === fila.vagas.length && vagas.every((vaga, place) => vaga === fila.vagas[place])
  return { ...wide(fila, abertas, open, mao, agora, lembrada), vagas: same ? fila.vagas : vagas, densa }
}

function sorted(vagas: Vaga[], abertas: readonly string[]): Vaga[] {
  const place = new Map(abertas.map((id, at) => [id, at]))
  return vagas.toSorted((a, b) => (place.get(a.id) ?? 0) - (place.get(b.id) ?? 0))
}

/**
 * The wide call stays while it is open. Once it is over it stays until the hand has left it, and gives way to another call
 * only while no hand is on its way on the desk: where it stood, and where the other stood in the queue, things change. A
 * pointer that lies still is on its way to nothing, and nobody waits for ever because of it.
 */
function wide(
  fila: Fila,
  abertas: readonly string[],
  open: Set<string>,
  mao: Mao,
  agora: number,
  lembrada?: string | null,
) {
  const [oldest = null] = abertas
  const next = lembrada && open.has(lembrada) ? lembrada : oldest
  const { ativa } = fila
  if (ativa === null) return { ativa: next, ativaFim: null }
  if (open.has(ativa)) return { ativa, ativaFim: null }
  const ativaFim = fila.ativaFim ?? agora
  const stay = { ativa, ativaFim }
  if (agora - ativaFim < calma || mao.focoNaAtiva) return stay
  const aims = agora - mao.mexeuEm < repouso
  if (next === null) return mao.sobreAtiva && aims ? stay : { ativa: null, ativaFim: null }
  const held = mao.focoNaFila || (aims && (mao.sobreAtiva || mao.naFila))
  return held ? stay : { ativa: next, ativaFim: null }
}

/** Pure. In how many milliseconds the passing of time alone may change the queue; null when it cannot. */
export function proximaMudanca(fila: Fila, mao: Mao, agora: number): number | null {
  const dues = fila.vagas.flatMap(({ chegou, fim }) => [chegou + calma, ...(fim === null ? [] : [fim + calma])])
  if (fila.ativaFim !== null) dues.push(fila.ativaFim + calma, mao.mexeuEm + repouso)
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
