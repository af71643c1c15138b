import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Ligacao } from '#server/ligacao/wire/ligacao'
import { avisosDe, avisosStanding } from '../../../app/ligacao/faixa/Avisos.tsx'
import { canUndo, mayHaveDropped, outcomeOf, whatRemains } from '../../../app/ligacao/faixa/ending.ts'
import {
  type LigacoesAction,
  type LigacoesState,
  ligacoesReducer,
  noLigacoes,
  openLigacoes,
} from '../../../app/ligacao/fila/ligacoes.ts'
import { call } from '../../support/calls.ts'

const run = (actions: LigacoesAction[], from: LigacoesState = noLigacoes) => actions.reduce(ligacoesReducer, from)
const event = (ligacao: Ligacao): LigacoesAction => ({ type: 'evento', ligacao })
const shown = (state: LigacoesState) => openLigacoes(state).map(({ id, versao }) => `${id}@${versao}`)

/** The true history: each call's versions in order. A call that was over may have opened again. */
const histories = fc
  .array(fc.array(fc.constantFrom('aberta' as const, 'aberta' as const, 'cancelada' as const), { maxLength: 4 }), {
    minLength: 1,
    maxLength: 6,
  })
  .map((calls) =>
    calls.map((later, index) =>
      (['aberta', ...later] as const).map((estado, n) => call(String(index + 1), n + 1, estado)),
    ),
  )
const truthOf = (calls: Ligacao[][]) => calls.map((versions) => versions.at(-1) as Ligacao)
const openIn = (calls: Ligacao[][]) => truthOf(calls).filter(({ estado }) => estado === 'aberta')

/** The events of a history in random order, some of them twice. */
const shuffled = (calls: Ligacao[][]) => {
  const events = calls.flat()
  return fc
    .tuple(
      fc.shuffledSubarray(events, { minLength: events.length, maxLength: events.length }),
      fc.array(fc.constantFrom(...events), { maxLength: 10 }),
    )
    .chain(([once, again]) => {
      const all = [...once, ...again]
      return fc.shuffledSubarray(all, { minLength: all.length, maxLength: all.length })
    })
}

describe('the calls on the screen', () => {
  it('are the same in whatever order and however often the events arrive', () => {
    fc.assert(
      fc.property(
        histories.chain((calls) => fc.tuple(fc.constant(calls), shuffled(calls))),
        ([calls, events]) => {
          expect(openLigacoes(run(events.map(event)))).toEqual(openIn(calls))
        },
      ),
    )
  })

  it('agree with a snapshot, whatever was missed before it and whatever old event comes after it', () => {
    fc.assert(
      fc.property(
        histories.chain((calls) => fc.tuple(fc.constant(calls), fc.subarray(calls.flat()))),
        ([calls, before]) => {
          const heard = run(before.map(event))
          const agreed = run([{ type: 'retrato', ligacoes: openIn(calls), pedidoEm: heard.relogio }], heard)
          expect(openLigacoes(agreed)).toEqual(openIn(calls))

          const inSnapshot = new Set(openIn(calls).map(({ id }) => id))
          const late = calls.flat().filter((each) => before.includes(each) || inSnapshot.has(each.id))
          expect(openLigacoes(run(late.map(event), agreed))).toEqual(openIn(calls))
        },
      ),
    )
  })

  it('keep a call whose event came after the snapshot was requested', () => {
    const asked = noLigacoes.relogio
    const state = run([event(call('1', 1)), { type: 'retrato', ligacoes: [], pedidoEm: asked }])
    expect(shown(state)).toEqual(['1@1'])
  })

  it('do not revive a call that ended at a higher version than the snapshot knows', () => {
    const ended = run([event(call('1', 1)), event(call('1', 3, 'cancelada'))])
    const state = run([{ type: 'retrato', ligacoes: [call('1', 2)], pedidoEm: ended.relogio }], ended)
    expect(shown(state)).toEqual([])
  })

  it('include an ended call that rings again, known by an event or by a snapshot', () => {
    const over = run([event(call('1', 1)), event(call('1', 2, 'cancelada'))])
    expect(shown(over)).toEqual([])
    expect(shown(run([event(call('1', 3))], over))).toEqual(['1@3'])
    const snapshot: LigacoesAction = { type: 'retrato', ligacoes: [call('1', 3)], pedidoEm: over.relogio }
    expect(shown(run([snapshot, event(call('1', 2, 'cancelada'))], over))).toEqual(['1@3'])
  })

  it('keep older ones that a full snapshot leaves out, and count those that this screen does not have', () => {
    const fresh = run([{ type: 'retrato', ligacoes: [call('3', 1), call('4', 1)], outras: 2, pedidoEm: 0 }])
    expect([shown(fresh), fresh.outras]).toEqual([['3@1', '4@1'], 2])
    const heard = run([event(call('2', 1)), event(call('5', 1)), event(call('3', 1))])
    const snapshot = {
      type: 'retrato',
      ligacoes: [call('3', 1), call('4', 1)],
      outras: 2,
      pedidoEm: heard.relogio,
    } as const
    const state = run([snapshot], heard)
    expect([shown(state), state.outras]).toEqual([['2@1', '3@1', '4@1'], 1])
    expect(run([{ ...snapshot, outras: undefined, pedidoEm: state.relogio }], state)).toMatchObject({ outras: 0 })
  })

  it('lose a call that a snapshot no longer has, and get it back from a later snapshot, not from an old event', () => {
    const one = run([event(call('1', 2))])
    const gone = run([{ type: 'retrato', ligacoes: [], pedidoEm: one.relogio }], one)
    expect(shown(gone)).toEqual([])
    expect(shown(run([event(call('1', 2))], gone))).toEqual([])
    expect(shown(run([{ type: 'retrato', ligacoes: [call('1', 2)], pedidoEm: gone.relogio }], gone))).toEqual(['1@2'])
  })

  it('stand oldest first, so that a new one moves no other', () => {
    const state = run([event(call('2', 1)), event(call('10', 1)), event(call('1', 1))])
    expect(shown(state)).toEqual(['1@1', '2@1', '10@1'])
    const { aberta_em } = call('1', 1)
    const atOnce = ['b', 'a', 'c', 'aa'].map((id) => event({ ...call('1', 1), id, aberta_em }))
    expect(shown(run(atOnce))).toEqual(['a@1', 'b@1', 'c@1', 'aa@1'])
  })
})

describe('the notice about a window that went away', () => {
  const before = run([event(call('1', 1))])

  it('names the caller of a cancelled call and says that it was missed', () => {
    const after = run([event(call('1', 2, 'cancelada'))], before)
    expect(avisosDe(before, after)).toEqual([
      {
        id: '1',
        quem: '(37) 99991-2222',
        desfecho: { curto: 'Perdida', frase: 'Chamada de (37) 99991-2222 foi cancelada (perdida).' },
        perdida: true,
        dropped: false,
      },
    ])
  })

  it('says that the exchange ended the call, or that a colleague attends it, by name if known', () => {
    const ended = (encerrada_por: Ligacao['encerrada_por']) =>
      avisosDe(before, run([event({ ...call('1', 2, 'fechada'), encerrada_por })], before)).map(
        ({ desfecho }) => desfecho.frase,
      )
    expect(ended('central')).toEqual(['Chamada de (37) 99991-2222 foi encerrada pela central.'])
    expect(ended('grupo')).toEqual(['Chamada de (37) 99991-2222 foi atendida por um colega.'])
    const grupo = [{ ligacao_id: '2', usuario: 'Bruno Lima', ramal: '102', estado: 'atendida' as const }]
    const taken = { ...call('1', 2, 'fechada'), encerrada_por: 'grupo' as const, grupo }
    expect(avisosDe(before, run([event(taken)], before))).toMatchObject([
      {
        desfecho: { curto: 'Com Bruno Lima', frase: 'Chamada de (37) 99991-2222: em atendimento por Bruno Lima.' },
        perdida: false,
      },
    ])
    expect(ended('atendente')).toEqual([])
  })

  it('is absent when the agent closed the call, or no window went away', () => {
    expect(avisosDe(before, run([event(call('1', 2, 'fechada'))], before))).toEqual([])
    expect(avisosDe(before, run([event(call('2', 1))], before))).toEqual([])
  })

  it('goes when the call rings again', () => {
    const over = run([event(call('1', 2, 'cancelada'))], before)
    const avisos = avisosDe(before, over)
    expect(avisosStanding(avisos, over)).toEqual(avisos)
    expect(avisosStanding(avisos, run([event(call('1', 3))], over))).toEqual([])
  })
})

describe('an ended call', () => {
  const over = (estado: Ligacao['estado'], more: Partial<Ligacao> = {}) => ({ ...call('1', 2, estado), ...more })
  const attended = { atendida_em: call('1', 2).tocada_em }

  it.each([
    ['Perdida', over('cancelada')],
    ['Talvez perdida', over('perdida', { incerta: true })],
    ['Encerrada pela central', over('fechada', { encerrada_por: 'central', incerta: true })],
    ['Fechada', over('fechada', { encerrada_por: 'atendente', incerta: true })],
    ['Expirou', over('expirada', { incerta: true })],
    ['Encerrada', over('aberta', { incerta: true })],
  ])('is labelled by how it ended: %s', (curto, ligacao) => expect(outcomeOf(ligacao).curto).toBe(curto))

  it('can be marked as dropped if the agent attended it, and not if a colleague took it or it was cancelled', () => {
    expect(mayHaveDropped(over('fechada', { ...attended, encerrada_por: 'central' }))).toBe(true)
    expect(mayHaveDropped(over('fechada', { ...attended, encerrada_por: 'grupo' }))).toBe(false)
    expect(mayHaveDropped(over('fechada', { encerrada_por: 'atendente' }))).toBe(false)
    expect(mayHaveDropped(over('cancelada', attended))).toBe(false)
  })

  it('leaves its open ticket to do, else a callback if it was cancelled, has a number and no colleague took it', () => {
    const atendimento = { protocolo_formatado: '2026 1120 000 123', estado: 'aberto' } as Ligacao['atendimento']
    expect(whatRemains(over('cancelada', { atendimento }))).toContain('O protocolo 2026 1120 000 123')
    expect(whatRemains(over('cancelada'))).toBe('Se for o caso, ligue de volta para (37) 99991-2222.')
    expect(whatRemains(over('cancelada', { encerrada_por: 'grupo' }))).toBeNull()
    expect(whatRemains(over('cancelada', { telefone: '' }))).toBeNull()
    expect(whatRemains(over('fechada'))).toBeNull()
  })

  it('can be undone if the agent closed it or a colleague took it, and not if the exchange ended it', () => {
    const undone = (['atendente', 'grupo', 'central'] as const).map((by) =>
      canUndo(over('fechada', { encerrada_por: by })),
    )
    expect(undone).toEqual([true, true, false])
  })
})
