import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  callKey,
  callOf,
  canReopen,
  type Evento,
  eventoOf,
  type KnownLigacao,
  mayRing,
  nothingTold,
} from '#server/ligacao/rules/call'
import { type CancelMark, decideCancel } from '#server/ligacao/rules/decideCancel'
import { bringsNews, decideEvento, decideNotify } from '#server/ligacao/rules/decideNotify'

const second = 1_000
const start = Date.UTC(2026, 10, 20, 12)

/** Events at one agent's desk. They use few keys and telephones, so that events often meet the same call. */
type Event =
  | { kind: 'notify' | 'cancel'; chave: string | null; telefone: string | null; after: number }
  | { kind: Evento; chave: string | null; telefone: string | null; after: number }
  | { kind: 'close' | 'attend' | 'undo'; which: number; after: number }

const telefone = fc.constantFrom(null, '37999912222', '+5537999912222', '3732211234')
const chave = fc.constantFrom(null, 'a', 'b')
const after = fc.constantFrom(
  0,
  1,
  4 * second,
  5 * second,
  10 * second,
  11 * second,
  3_600 * second,
  9 * 3_600 * second,
)
const events = fc.array(
  fc.oneof(
    fc.record({ kind: fc.constant('notify' as const), chave, telefone, after }),
    fc.record({ kind: fc.constant('cancel' as const), chave, telefone, after }),
    fc.record({ kind: fc.constantFrom('atendida' as const, 'encerrada' as const), chave, telefone, after }),
    fc.record({ kind: fc.constantFrom('close' as const, 'attend' as const, 'undo' as const), which: fc.nat(3), after }),
  ),
  { maxLength: 30 },
)

interface Desk {
  ligacoes: KnownLigacao[]
  marks: CancelMark[]
  /** `after`: how many ends came before this ring, because both may have the same millisecond. */
  rings: { id: string; at: number; open: boolean; after: number }[]
  ends: { id: string; at: number }[]
}

/** Runs the events through the rules as the use cases do: facts → decision → write. */
function run(story: readonly Event[]): Desk {
  const desk: Desk = { ligacoes: [], marks: [], rings: [], ends: [] }
  let now = start
  for (const event of story) {
    now += event.after
    apply(desk, event, new Date(now))
  }
  return desk
}

function apply(desk: Desk, event: Event, now: Date): void {
  if ('which' in event) {
    byHand(desk, event, now)
    return
  }
  const { telefone_chave } = callOf({ telefone: event.telefone ?? undefined }, undefined)
  const ligacoes = desk.ligacoes.filter(
    (each) => each.estado === 'aberta' || canReopen(each, now) || (event.chave && each.chave === event.chave),
  )
  if (event.kind === 'cancel') {
    const wanted = { chave: event.chave, telefone_chave: event.telefone ? telefone_chave : null, id_cliente: null }
    const decision = decideCancel(wanted, ligacoes, now)
    if (decision.kind === 'close') end(desk, decision.ligacao, decision.estado, 'central', now)
    else if (decision.kind === 'over') decision.ligacao.encerrada_por = 'central'
    else if (decision.kind === 'mark') desk.marks.push({ ...wanted, id: desk.marks.length + 1, criada_em: now })
    return
  }
  if (event.kind !== 'notify') {
    const decision = decideEvento(event.kind, { chave: event.chave, telefone_chave }, ligacoes, now)
    if (decision.kind === 'attend') attend(decision.ligacao, now)
    if (decision.kind === 'end' && decision.ligacao.estado === 'aberta')
      end(desk, decision.ligacao, 'fechada', 'central', now)
    if (decision.kind === 'end') decision.ligacao.encerrada_por = 'central'
    return
  }
  const call = {
    chave: event.chave,
    telefone_chave,
    telefone: event.telefone,
    ligacao_params: null,
    origem: null,
    id_cliente: null,
  }
  const decision = decideNotify(call, { ligacoes, marks: desk.marks }, now)
  const row = (estado: KnownLigacao['estado']): KnownLigacao => ({
    ...call,
    id: String(desk.ligacoes.length + 1),
    versao: 1,
    estado,
    id_cliente_notificado: null,
    notificada_em: now,
    tocada_em: now,
    toque_entregue: null,
    atendida_em: null,
    incerta_em: null,
    encerrada_em: estado === 'aberta' ? null : now,
    encerrada_por: estado === 'aberta' ? null : 'central',
  })
  switch (decision.kind) {
    case 'open':
      desk.ligacoes.push(row('aberta'))
      ring(desk, String(desk.ligacoes.length), true, now)
      return
    case 'missed':
      desk.marks = desk.marks.filter((mark) => !decision.marks.includes(mark))
      if (!decision.again) desk.ligacoes.push(row('cancelada'))
      else {
        const { ligacao, changes } = decision.again
        end(desk, ligacao, 'cancelada', 'central', now)
        Object.assign(ligacao, changes, { notificada_em: now, tocada_em: now, atendida_em: null })
      }
      return
    case 'reopen': {
      const { ligacao, changes } = decision
      const opened = { estado: 'aberta', notificada_em: now, tocada_em: now } as const
      const anew = { atendida_em: null, encerrada_em: null, encerrada_por: null }
      Object.assign(ligacao, changes, opened, anew, { versao: ligacao.versao + 1 })
      ring(desk, ligacao.id, true, now)
      return
    }
    case 'refresh':
      Object.assign(decision.ligacao, decision.changes, { notificada_em: now, versao: decision.ligacao.versao + 1 })
      if (decision.rings) {
        decision.ligacao.tocada_em = now
        ring(desk, decision.ligacao.id, decision.ligacao.estado === 'aberta', now)
      }
      return
    case 'expire':
      for (const each of openOf(desk))
        if (now.getTime() - each.notificada_em.getTime() >= 8 * 3_600 * second)
          end(desk, each, 'expirada', 'prazo', now)
      apply(desk, { ...event, after: 0 }, now)
      return
    case 'release':
      Object.assign(decision.ligacao, { chave: null, versao: decision.ligacao.versao + 1 })
      apply(desk, { ...event, after: 0 }, now)
      return
    case 'over':
  }
}

/** An action of the agent on an open window, or on one whose end the agent may still take back. */
function byHand(desk: Desk, { kind, which }: Extract<Event, { which: number }>, now: Date): void {
  const open = openOf(desk)
  if (kind === 'undo') {
    const undone = desk.ligacoes.filter((each) => canReopen(each, now))[which]
    const isTaken = open.some((each) => each.chave === null && each.telefone_chave === undone?.telefone_chave)
    if (undone && (undone.chave !== null || !isTaken))
      Object.assign(undone, { estado: 'aberta', encerrada_em: null, encerrada_por: null, versao: undone.versao + 1 })
    return
  }
  const ligacao = open[which]
  if (ligacao && kind === 'close') end(desk, ligacao, 'fechada', 'atendente', now)
  if (ligacao && kind === 'attend') attend(ligacao, now)
}

function ring({ rings, ends }: Desk, id: string, open: boolean, now: Date): void {
  rings.push({ id, at: now.getTime(), open, after: ends.length })
}

function end(
  desk: Desk,
  ligacao: KnownLigacao,
  estado: KnownLigacao['estado'],
  encerrada_por: KnownLigacao['encerrada_por'],
  now: Date,
): void {
  Object.assign(ligacao, { estado, encerrada_por, encerrada_em: now, versao: ligacao.versao + 1 })
  desk.ends.push({ id: ligacao.id, at: now.getTime() })
}

function attend(ligacao: KnownLigacao, now: Date): void {
  Object.assign(ligacao, { atendida_em: ligacao.atendida_em ?? now, versao: ligacao.versao + 1 })
}

const openOf = ({ ligacoes }: Desk) => ligacoes.filter(({ estado }) => estado === 'aberta')
const lastOf = (story: readonly Event[]) => start + story.reduce((sum, { after }) => sum + after, 0)

describe('whatever a telephone exchange and an agent do', () => {
  it('no two calls have the same call key, and no two open windows without a key the same telephone', () => {
    fc.assert(
      fc.property(events, (story) => {
        const desk = run(story)
        const keys = desk.ligacoes.flatMap(({ chave }) => chave ?? [])
        expect(new Set(keys).size).toBe(keys.length)
        const phones = openOf(desk).flatMap((each) => (each.chave === null ? [each.telefone_chave] : []))
        expect(new Set(phones).size).toBe(phones.length)
      }),
      { numRuns: 500 },
    )
  })

  it('a notification repeated at once opens no window, closes none and does not ring', () => {
    fc.assert(
      fc.property(events, chave, telefone, (story, key, phone) => {
        const notify: Event = { kind: 'notify', chave: key, telefone: phone, after: 0 }
        const once = run([...story, notify])
        // The first notification may use up a cancel mark. A second one without a key may then be another call.
        fc.pre(once.ligacoes.at(-1)?.estado !== 'cancelada' || key !== null)
        const twice = run([...story, notify, notify])
        expect(openOf(twice).map(({ id }) => id)).toEqual(openOf(once).map(({ id }) => id))
        expect(twice.rings).toEqual(once.rings)
      }),
      { numRuns: 500 },
    )
  })

  it('a notification and its cancel, in either order, leave no open window with that call key', () => {
    fc.assert(
      fc.property(events, fc.constantFrom('new', 'a'), telefone, fc.boolean(), (story, key, phone, cancelFirst) => {
        // If the agent has closed a call with this key, an earlier cancel ends that call, and the notification rings
        // anew.
        const now = new Date(lastOf(story))
        fc.pre(!cancelFirst || !run(story).ligacoes.some((each) => each.chave === key && canReopen(each, now)))
        const [notify, cancel] = (['notify', 'cancel'] as const).map((kind) => ({
          kind,
          chave: key,
          // A cancel with a telephone other than the call's own is about another call.
          telefone: key === 'new' ? phone : null,
          after: 0,
        }))
        const pair = (cancelFirst ? [cancel, notify] : [notify, cancel]) as Event[]
        // The mark of an earlier cancel by telephone may end the call first; either way it is over.
        expect(openOf(run([...story, ...pair])).map(({ chave }) => chave)).not.toContain(key)
      }),
      { numRuns: 500 },
    )
  })

  it('a cancel with an unknown call key closes no window, whatever telephone it names', () => {
    fc.assert(
      fc.property(events, telefone, (story, phone) => {
        const before = openOf(run(story)).map(({ id }) => id)
        expect(
          openOf(run([...story, { kind: 'cancel', chave: 'unknown', telefone: phone, after: 0 }])).map(({ id }) => id),
        ).toEqual(before)
      }),
      { numRuns: 300 },
    )
  })

  it('a cancel without call key and telephone closes the window that rang last', () => {
    fc.assert(
      fc.property(events, (story) => {
        const [before, after] = [run(story), run([...story, { kind: 'cancel', chave: null, telefone: null, after: 0 }])]
        const living = openOf(before).filter(
          (each) => lastOf(story) - each.notificada_em.getTime() < 8 * 3_600 * second,
        )
        const latest = Math.max(...living.map(({ tocada_em }) => tocada_em.getTime()))
        const gone = openOf(before).filter(({ id }) => !openOf(after).some((each) => each.id === id))
        expect(gone).toHaveLength(living.length === 0 ? 0 : 1)
        if (gone[0]) expect(gone[0].tocada_em.getTime()).toBe(latest)
      }),
      { numRuns: 500 },
    )
  })

  it('a call rings only while it is open, and again only 10 s after its last ring or 5 s after its end', () => {
    fc.assert(
      fc.property(events, (story) => {
        const { rings, ends } = run(story)
        expect(rings.filter(({ open }) => !open)).toEqual([])
        for (const [n, { id, at, after }] of rings.entries()) {
          const before = rings.slice(0, n).findLast((ring) => ring.id === id)
          const ended = ends.slice(before?.after, after).findLast((end) => end.id === id)
          const rightly = !before || at - before.at >= 10 * second || (ended && at - ended.at >= 5 * second)
          expect(rightly, JSON.stringify({ before, ended, at })).toBe(true)
        }
      }),
      { numRuns: 500 },
    )
  })

  it('an attended call never counts as missed', () => {
    fc.assert(
      fc.property(events, (story) => {
        const missed = run(story).ligacoes.filter(({ estado }) => estado === 'cancelada' || estado === 'perdida')
        expect(missed.filter(({ atendida_em }) => atendida_em !== null)).toEqual([])
      }),
      { numRuns: 500 },
    )
  })

  it('the events atendida and encerrada of an exchange open no window, create no call and do not ring', () => {
    fc.assert(
      fc.property(
        events,
        fc.constantFrom('atendida' as const, 'encerrada' as const),
        chave,
        telefone,
        (story, kind, key, phone) => {
          const [before, after] = [run(story), run([...story, { kind, chave: key, telefone: phone, after: 0 }])]
          const open = openOf(before).map(({ id }) => id)
          expect(open).toEqual(expect.arrayContaining(openOf(after).map(({ id }) => id)))
          expect(after.rings).toEqual(before.rings)
          expect(after.ligacoes).toHaveLength(before.ligacoes.length)
        },
      ),
      { numRuns: 500 },
    )
  })

  it('undoing an end opens at most one call again, changes nothing else of it and does not ring', () => {
    fc.assert(
      fc.property(events, fc.nat(3), (story, which) => {
        const [before, after] = [run(story), run([...story, { kind: 'undo', which, after: 0 }])]
        const now = new Date(lastOf(story))
        expect(after.rings).toEqual(before.rings)
        const changed = after.ligacoes.filter(({ versao }, n) => versao !== before.ligacoes[n]?.versao)
        expect(changed.length).toBeLessThanOrEqual(1)
        for (const each of changed) {
          const then = before.ligacoes.find(({ id }) => id === each.id)
          expect(then && canReopen(then, now)).toBe(true)
          const { versao: _, ...rest } = each
          const open = { estado: 'aberta', encerrada_em: null, encerrada_por: null }
          expect({ ...then, ...open }).toMatchObject(rest)
        }
      }),
      { numRuns: 500 },
    )
  })

  type Told = 'notify' | 'cancel' | 'close' | 'attend' | 'undo' | Evento
  const told = (...events: [kind: Told, after: number][]): Event[] =>
    events.map(([kind, after]) =>
      kind === 'close' || kind === 'attend' || kind === 'undo'
        ? { kind, which: 0, after }
        : { kind, chave: 'a', telefone: null, after },
    )
  const stateAfter = (...events: Parameters<typeof told>) => run(told(...events)).ligacoes.map(({ estado }) => estado)

  it('a notification less than 5 s after the end of its call opens nothing; a later one rings again', () => {
    for (const end of ['cancel', 'close'] as const) {
      expect(stateAfter(['notify', 0], [end, second], ['notify', 5 * second - 1])).not.toContain('aberta')
      expect(stateAfter(['notify', 0], [end, second], ['notify', 5 * second])).toEqual(['aberta'])
    }
    const { ligacoes, rings } = run(told(['notify', 0], ['cancel', second], ['notify', 5 * second]))
    expect(ligacoes).toMatchObject([{ id: '1', versao: 3, encerrada_em: null }])
    expect(rings.map(({ id }) => id)).toEqual(['1', '1'])
  })

  it('each round of a queue rings, even if the exchange sends the cancel of each round twice', () => {
    const round = [
      ['notify', 5 * second],
      ['cancel', 15 * second],
      ['cancel', 1],
    ] as Parameters<typeof told>
    expect(run(told(...round, ...round, ...round)).rings).toHaveLength(3)
  })

  it('a second round whose cancel overtakes its notification opens no window, nor does a repeated notification', () => {
    const story = [
      ['notify', 0],
      ['cancel', second],
      ['cancel', 20 * second],
    ] as Parameters<typeof told>
    expect(stateAfter(...story, ['notify', second])).toEqual(['cancelada'])
    expect(stateAfter(...story, ['notify', second], ['notify', second])).toEqual(['cancelada'])
    // The second round has used up the mark, so the third one rings.
    expect(stateAfter(...story, ['notify', second], ['notify', 5 * second])).toEqual(['aberta'])
  })

  it('a cancel with a call’s key means that call, even if it names a telephone or customer that the call lacks', () => {
    const named = { chave: 'a', telefone_chave: '37999912222', id_cliente: 7 }
    const open = run(told(['notify', 0])).ligacoes
    expect(decideCancel(named, open, new Date(start + second))).toMatchObject({ kind: 'close', ligacao: { id: '1' } })
    // A repeated cancel is about the same call, even if its number is not the call's.
    const over = run(told(['notify', 0], ['cancel', second])).ligacoes.map((each) => ({ ...each, telefone_chave: 'x' }))
    expect(decideCancel(named, over, new Date(start + 2 * second))).toMatchObject({
      ...{ kind: 'nothing', ligacao: { id: '1' } },
    })
  })

  it('a cancel without a key means the call of its customer, whom the exchange named or the agent chose', () => {
    const open = run(told(['notify', 0])).ligacoes.map((each) => ({ ...each, id_cliente: 2, id_cliente_notificado: 1 }))
    const meaning = (id_cliente: number) =>
      decideCancel({ chave: null, telefone_chave: null, id_cliente }, open, new Date(start + second)).kind
    expect([1, 2, 3].map(meaning)).toEqual(['close', 'close', 'nothing'])
  })

  it('a cancel with a telephone alone means an open or just ended call of that telephone, and no other', () => {
    const ended = (telefone_chave: string) =>
      run(told(['notify', 0], ['cancel', second])).ligacoes.map((each) => ({ ...each, chave: null, telefone_chave }))
    const meaning = (ligacoes: KnownLigacao[]) =>
      decideCancel({ chave: null, telefone_chave: 'x', id_cliente: null }, ligacoes, new Date(start + second)).kind
    expect([ended('x'), ended('y')].map(meaning)).toEqual(['nothing', 'mark'])
    // A window without a number.
    expect(meaning(run(told(['notify', 0])).ligacoes)).toBe('mark')
  })

  it('the mark of a cancel that named a customer stops a call of that customer alone', () => {
    const phone = { chave: null, telefone_chave: '37999912222' }
    const marks = [{ ...phone, id: 1, id_cliente: 7, criada_em: new Date(start) }]
    const outcome = (id_cliente: number | null) =>
      decideNotify({ ...nothingTold, ...phone, id_cliente }, { ligacoes: [], marks }, new Date(start)).kind
    expect([7, 8, null].map(outcome)).toEqual(['missed', 'open', 'open'])
  })

  it('a call key is free for another call 8 h after its call ended or was due to expire', () => {
    const hours = (n: number) => new Date(start + n * 3_600 * second)
    const rung = { ...nothingTold, chave: 'a', id_cliente: null }
    const decide = (more: Partial<KnownLigacao>, at: number) => {
      const ligacoes = run(told(['notify', 0])).ligacoes.map((each) => ({ ...each, ...more }))
      return decideNotify(rung, { ligacoes, marks: [] }, hours(at)).kind
    }
    const ended = { estado: 'cancelada', encerrada_em: hours(1), encerrada_por: 'central' } as const
    expect([decide(ended, 8.9), decide(ended, 9)]).toEqual(['reopen', 'release'])
    // A window that has just expired was over for hours, so its next notification is no straggler.
    const expired = { estado: 'expirada', encerrada_por: 'prazo' } as const
    expect(decide({ ...expired, encerrada_em: hours(8) }, 8)).toBe('reopen')
    // This holds also if the end was written late, or the clock was set back since.
    expect(decide({ ...expired, encerrada_em: hours(15) }, 16)).toBe('release')
    expect(decide({ notificada_em: hours(8) }, 0)).toBe('expire')
    // A notification without a key means the later window of that telephone.
    const phone = { telefone: '37999912222', telefone_chave: '37999912222' }
    const [a, b] = ['a', 'b'].map(
      (chave, n) => ({ kind: 'notify', chave, after: n, telefone: phone.telefone }) as const,
    )
    const { ligacoes } = run([a, b].flatMap((each) => each ?? []))
    expect(
      decideNotify({ ...rung, ...phone, chave: null }, { ligacoes, marks: [] }, new Date(start + second)),
    ).toMatchObject({ kind: 'refresh', ligacao: { id: '2' } })
  })

  it('a window that is no longer uncertain counts as changed', () => {
    const [ligacao] = run(told(['notify', 0])).ligacoes
    if (!ligacao) throw new Error('nothing rang')
    expect(bringsNews(ligacao, ligacao)).toBe(false)
    expect(bringsNews({ ...ligacao, incerta_em: new Date(start) }, ligacao)).toBe(true)
  })

  it('a call that is notified again 8 h later has an open window', () => {
    expect(stateAfter(['notify', 0], ['notify', 8 * 3_600 * second])).toEqual(['aberta'])
  })

  it('a cancel ends an attended call as closed, and a call that nobody attended as missed', () => {
    expect(stateAfter(['notify', 0], ['cancel', second])).toEqual(['cancelada'])
    for (const sign of ['attend', 'atendida'] as const)
      expect(stateAfter(['notify', 0], [sign, second], ['cancel', 60 * second])).toEqual(['fechada'])
    // A second round is another ring: that the first one was attended does not count for it.
    const second_ = [
      ['notify', 0],
      ['attend', 1],
      ['cancel', second],
      ['notify', 5 * second],
    ] as Parameters<typeof told>
    expect(stateAfter(...second_, ['cancel', second])).toEqual(['cancelada'])
  })

  it('the agent can undo a close for 10 minutes, unless the exchange ended the call meanwhile', () => {
    const closed = [
      ['notify', 0],
      ['close', second],
    ] as Parameters<typeof told>
    expect(stateAfter(...closed, ['undo', 600 * second - 1])).toEqual(['aberta'])
    expect(stateAfter(...closed, ['undo', 600 * second])).toEqual(['fechada'])
    for (const end of ['cancel', 'encerrada'] as const)
      for (const after of [second, 20 * second])
        expect(stateAfter(...closed, [end, after], ['undo', second])).toEqual(['fechada'])
    expect(stateAfter(['notify', 0], ['cancel', second], ['undo', second])).toEqual(['cancelada'])
    // After the end was taken back, a cancel ends the window as it ends any other.
    expect(stateAfter(...closed, ['undo', second], ['cancel', second])).toEqual(['cancelada'])
  })

  it('a telephone may ring for 5 minutes while nobody attends', () => {
    const [rang, late] = [new Date(start), new Date(start + 300 * second)]
    expect(mayRing({ atendida_em: null, tocada_em: rang }, new Date(late.getTime() - 1))).toBe(true)
    expect(mayRing({ atendida_em: null, tocada_em: rang }, late)).toBe(false)
    expect(mayRing({ atendida_em: rang, tocada_em: rang }, rang)).toBe(false)
  })

  it('a cancel that comes first ends a notification that follows in less than 10 s, and no later one', () => {
    const later = (after: number): Event[] => [
      { kind: 'cancel', chave: 'a', telefone: null, after: 0 },
      { kind: 'notify', chave: 'a', telefone: null, after },
    ]
    expect(openOf(run(later(10 * second - 1)))).toEqual([])
    expect(openOf(run(later(10 * second)))).toHaveLength(1)
  })
})

describe('the parameter evento', () => {
  it('is an event only if it is exactly atendida or encerrada', () => {
    expect(eventoOf({ evento: 'atendida' })).toBe('atendida')
    expect(eventoOf({ evento: 'encerrada' })).toBe('encerrada')
    for (const evento of ['Atendida', ' atendida', 'tocando', '', 1, null, ['atendida'], { atendida: true }])
      expect(eventoOf({ evento })).toBeNull()
    expect(eventoOf(undefined)).toBeNull()
    expect(eventoOf({ EVENTO: 'atendida' })).toBeNull()
  })
})

describe('the call key', () => {
  it('is the first of call_id, uniqueid, linkedid and id that has a usable value', () => {
    expect(callKey({ id: 4, linkedid: 'l', uniqueid: 'u', call_id: 'c' })).toBe('c')
    expect(callKey({ id: 4, linkedid: 'l', uniqueid: 'u', call_id: '  ' })).toBe('u')
    expect(callKey({ id: 4, linkedid: 'l' })).toBe('l')
    expect(callKey({ id: 4, linkedid: null, uniqueid: {} })).toBe('4')
    expect(callKey({ id: true })).toBeNull()
    expect(callKey({})).toBeNull()
    expect(callKey(undefined)).toBeNull()
  })

  it('does not keep in memory the long text that it was cut from', () => {
    setFlagsFromString('--expose-gc')
    const collect: () => void = runInNewContext('gc')
    const used = () => {
      collect()
      return process.memoryUsage().heapUsed
    }
    const before = used()
    const keys = Array.from({ length: 1_000 }, (_, n) =>
      callKey({ call_id: JSON.parse(`"${n}${'x'.repeat(15_000)}"`) }),
    )
    expect((used() - before) / keys.length).toBeLessThan(2_000)
  })

  it('is a text that PostgreSQL can store, or null', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 400 }), (text) => {
        const key = callKey({ call_id: text })
        expect(key === null || (key.length > 0 && key.length <= 255 && !key.includes('\0') && key.isWellFormed())).toBe(
          true,
        )
      }),
    )
    expect(callKey({ call_id: 'k'.repeat(256) })).toBe('k'.repeat(255))
    expect(callKey({ call_id: '\u0000' })).toBeNull()
    expect(callKey({ call_id: '\u0001', uniqueid: 'u' })).toBe('u')
  })
})
