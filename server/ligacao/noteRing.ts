import { LRUCache } from 'lru-cache'
import * as z from 'zod'
import { isDatabaseAway } from '../database/away.ts'
import { type Desk, perDesk } from '../desk.ts'
import { flusher } from '../flow/flusher.ts'
import { tellLigacao } from './publishLigacao.ts'
import { joinCalls } from './rows/callGroups.ts'
import { linkedMs, namesOf, type Ring, ringTogether } from './rules/ringGroup.ts'

const rings = z.array(
  z.object({
    ...{ ligacaoId: z.string(), usuarioId: z.int(), linkedid: z.string().nullable() },
    ...{ canal: z.string().nullable(), telefone_chave: z.string(), at: z.number() },
  }),
)

/** In milliseconds: the rings of a group are joined together, and other processes are told of many rings at once. */
const gatherMs = 25
/** Rings that are kept under one name: no group that rings at once has more. */
const most = 50

interface Rings {
  /** The latest rings, under each of the names that they are found by (`namesOf`). */
  lately: LRUCache<string, Ring[]>
  /** Sets of call ids that are to become one group each. */
  groups: Set<string>[]
  /** The sets that are being made groups at this moment. */
  underWay: Set<string>[]
  /** Rings that other processes have yet to be told of. */
  untold: Ring[]
  joining: ReturnType<typeof flusher>
}

const ringsBy = perDesk(
  (desk): Rings => ({
    lately: new LRUCache<string, Ring[]>({ max: 40_000, ttl: linkedMs, ttlResolution: 0 }),
    groups: [],
    underWay: [],
    untold: [],
    joining: flusher(
      gatherMs,
      () => join(desk),
      // The calls go on ringing, each for itself.
      (err) => isDatabaseAway(err) || desk.log.error({ err }, 'calls were not joined to a ring group'),
    ),
  }),
)

/** Drops the rings that are too old to be joined to a group; else they would stay until newer ones push them out. */
export const forgetRings = (desk: Desk) => ringsBy(desk).lately.purgeStale()

/** Listens to the rings of other processes, which may be of one group with rings here. */
export const followRings = (desk: Desk) =>
  desk.others.hear('rings', (what) => {
    for (const ring of rings.safeParse(what).data ?? []) meet(desk, ring)
  })

/**
 * Notes that a call rings. Whether the same caller rings other users, too, is looked up in memory, and a group is
 * written after the answer: a call that rings alone costs nothing. docs/interface.md: Ring groups.
 */
export function noteRing(desk: Desk, ring: Ring): void {
  meet(desk, ring)
  if (desk.others.count === 0) return
  const { untold, joining } = ringsBy(desk)
  untold.push(ring)
  joining.soon()
}

function meet(desk: Desk, ring: Ring): void {
  const { lately, groups, joining } = ringsBy(desk)
  let group: Set<string> | undefined
  for (const name of namesOf(ring)) {
    const known = lately.get(name)
    for (const other of known ?? [])
      if (ringTogether(ring, other)) {
        group ??= new Set([ring.ligacaoId])
        group.add(other.ligacaoId)
      }
    const before = known?.filter(({ ligacaoId }) => ligacaoId !== ring.ligacaoId) ?? []
    lately.set(name, [...before.slice(1 - most), ring])
  }
  if (!group) return
  groups.push(group)
  joining.soon()
}

/** Await this before anything is done with a call: one that was just found to be of a group is joined to it first. */
export async function awaitGroup(desk: Desk, ligacaoId: string): Promise<void> {
  const { groups, underWay } = ringsBy(desk)
  if ([...groups, ...underWay].some((ids) => ids.has(ligacaoId))) await flushRings(desk)
}

/** Whether calls are about to be joined to a group. */
export const joinsGroups = (desk: Desk): boolean => {
  const { groups, underWay } = ringsBy(desk)
  return groups.length + underWay.length > 0
}

/** Tells other processes of the gathered rings and joins the gathered groups, after those under way. Never rejects. */
export const flushRings = (desk: Desk): Promise<void> => ringsBy(desk).joining.flush()

async function join(desk: Desk): Promise<void> {
  const state = ringsBy(desk)
  const untold = state.untold.splice(0)
  state.underWay = unite(state.groups.splice(0))
  try {
    if (untold.length > 0) desk.others.tell('rings', untold)
    for (const ids of state.underWay)
      for (const { id, estado } of await joinCalls(desk.database, [...ids], desk.now()))
        await tellLigacao(desk, id, estado === 'aberta' ? 'ligacao:atualizada' : 'ligacao:encerrada')
  } finally {
    state.underWay = []
  }
}

/** Groups that share a call are one. */
function unite(groups: readonly Set<string>[]): Set<string>[] {
  const united: Set<string>[] = []
  for (const group of groups) {
    const same = united.filter((each) => [...group].some((id) => each.has(id)))
    for (const each of same) united.splice(united.indexOf(each), 1)
    united.push(new Set([...same.flatMap((each) => [...each]), ...group]))
  }
  return united
}
