import { QueryClient } from '@tanstack/react-query'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Atendimento } from '#server/ligacao/wire/ligacao'
import { atendimentosKey, showSavedWords } from '../../../app/atendimento/atendimentoQueries.ts'
import { isUnsaved, type Palavras, reconcile, resume, sent } from '../../../app/atendimento/editor/palavras.ts'

const ticket = (versao: number, descricao: string, estado: 'aberto' | 'fechado' = 'aberto'): Atendimento => ({
  id: 1,
  protocolo: '20261120000123',
  protocolo_formatado: '2026 1120 000 123',
  usuario_id: 1,
  descricao,
  id_motivo: null,
  id_desfecho: null,
  estado,
  versao,
  criado_em: '2026-11-20T12:00:00.000Z',
  fechado_em: null,
})
const words = (texto: string, base: Atendimento, ...enviados: string[]): Palavras => ({
  ...{ texto, base, origem: base, enviados },
  ...{ conflito: null, escrito: null, trocado: null },
})

describe('the typed words of a ticket', () => {
  it('give way to the words of another tab when nothing was typed here', () => {
    const after = reconcile(words('a', ticket(1, 'a')), ticket(2, 'b'))
    expect(after).toMatchObject({ texto: 'b', conflito: null })
    expect(isUnsaved(after)).toBe(false)
  })

  it('stay when another tab saved other words, which are kept for the agent to choose', () => {
    const after = reconcile(words('mine', ticket(1, 'a')), ticket(2, 'b'))
    expect(after).toMatchObject({ texto: 'mine', conflito: 'b' })
    expect(isUnsaved(after)).toBe(true)
  })

  it('are in no conflict with the echo of their own request, nor with a mere change of state', () => {
    expect(reconcile(words('ab', ticket(1, ''), 'a'), ticket(2, 'a'))).toMatchObject({ texto: 'ab', conflito: null })
    expect(reconcile(words('a', ticket(1, ''), 'a'), ticket(2, 'a'))).toMatchObject({ texto: 'a', conflito: null })
    expect(reconcile(words('x', ticket(1, 'a')), ticket(2, 'a', 'fechado'))).toMatchObject({
      texto: 'x',
      conflito: null,
    })
  })

  it('that were taken back while their save was under way do not come again, not even after a reload', () => {
    const asBefore = { texto: 'a', conflito: null, enviados: [] }
    const after = reconcile(words('a', ticket(1, 'a'), 'ab'), ticket(2, 'ab'))
    expect(after).toMatchObject(asBefore)
    expect(isUnsaved(after)).toBe(true)
    const kept = { texto: 'a', enviados: ['ab'], versao: 1, descricao: 'a' }
    expect(resume(kept, ticket(2, 'ab'))).toMatchObject(asBefore)
    expect(reconcile(after, ticket(3, 'ab c'))).toMatchObject({ texto: 'a', conflito: 'ab c' })
  })

  it('count as sent from here until the server has later ones; the last eight sent are remembered', () => {
    const ahead = reconcile(words('abc', ticket(1, ''), 'a', 'ab'), ticket(2, 'ab'))
    expect(ahead).toMatchObject({ texto: 'abc', conflito: null, enviados: [] })
    expect(reconcile(ahead, ticket(3, 'a'))).toMatchObject({ texto: 'abc', conflito: 'a' })
    let typed = ahead
    for (const texto of '123456789') typed = { ...typed, ...sent({ ...typed, texto }) }
    expect(typed.enviados).toEqual([...'23456789'])
    // Words that are typed anew after others were sent again after them, too.
    expect(sent({ ...words('2', ticket(1, ''), '2', '3') }).enviados).toEqual(['2', '3', '2'])
  })

  it('about an erased person are removed, and the ticket does not go back to an older version', () => {
    const closed = words('mine', ticket(5, '', 'fechado'))
    expect(reconcile(closed, { ...ticket(4, ''), eliminado: true })).toMatchObject({
      ...{ texto: '', eliminado: true, base: { versao: 5, estado: 'fechado' } },
    })
  })

  it('are not replaced by what other tabs save, unless they were saved already', () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), fc.array(fc.tuple(fc.nat(9), fc.string())), (typed, saved, remotes) => {
        const start = words(typed, ticket(1, saved))
        const end = remotes.reduce((local, [versao, text]) => reconcile(local, ticket(versao, text)), start)
        if (isUnsaved(start) && !remotes.some(([, text]) => text === typed)) expect(end.texto).toBe(typed)
        expect(end.base.versao).toBeGreaterThanOrEqual(1)
      }),
    )
  })

  it('keep the version they were typed on until their conflict is over', () => {
    const waiting = reconcile(words('mine', ticket(1, 'a')), ticket(2, 'b'))
    expect(waiting).toMatchObject({ origem: { versao: 1, descricao: 'a' }, base: { versao: 2 } })
    expect(reconcile(waiting, ticket(3, 'c'))).toMatchObject({ texto: 'mine', conflito: 'c', origem: { versao: 1 } })
    // The conflict is over once both texts are the same, or the other text has been taken back.
    for (const descricao of ['mine', 'a'])
      expect(reconcile(waiting, ticket(3, descricao))).toMatchObject({ conflito: null, origem: { versao: 3 } })
  })

  it('that another tab replaced are kept to be seen; words that it only continued are not', () => {
    const stood = (escrito: string | null) => ({ ...words('mine', ticket(1, 'mine')), escrito })
    expect(reconcile(stood('mine'), ticket(2, 'theirs'))).toMatchObject({ texto: 'theirs', trocado: 'mine' })
    expect(reconcile(stood('mine'), ticket(2, 'mine and more'))).toMatchObject({ trocado: null })
    // The space that was typed last is no word that somebody replaced.
    const spaced = { ...words('mine ', ticket(1, 'mine ')), escrito: 'mine ' }
    expect(reconcile(spaced, ticket(2, 'mine, and more'))).toMatchObject({ trocado: null })
    expect(reconcile(stood(null), ticket(2, 'theirs'))).toMatchObject({ trocado: null })
    const passed = reconcile(stood('mine'), { ...ticket(2, 'mine'), usuario_id: 2 })
    expect(reconcile(passed, { ...ticket(3, 'theirs'), usuario_id: 2 })).toMatchObject({ trocado: null })
  })

  it('from a draft in the browser are compared with the version they were typed on, not the newest', () => {
    const kept = { texto: 'mine', versao: 1, descricao: 'a', enviados: [] }
    expect(resume(null, ticket(3, 'b'))).toMatchObject({ texto: 'b', conflito: null })
    expect(resume(kept, ticket(1, 'a'))).toMatchObject({ texto: 'mine', conflito: null, base: { versao: 1 } })
    expect(resume(kept, ticket(3, 'b'))).toMatchObject({
      ...{ texto: 'mine', conflito: 'b', base: { versao: 3 }, origem: { versao: 1, descricao: 'a' } },
    })
    // No conflict: the agent's own last save without an answer, a change of state only, and the same words.
    for (const [rascunho, remote] of [
      [{ ...kept, enviados: ['m', 'mi'] }, ticket(2, 'mi')],
      [kept, ticket(2, 'a', 'fechado')],
      [kept, ticket(2, 'mine')],
    ] as const)
      expect(resume(rascunho, remote)).toMatchObject({ texto: 'mine', conflito: null, origem: { versao: 2 } })
  })
})

it.each([
  ['  duas\n\tlinhas \n', 'duas linhas'],
  [`${'x'.repeat(159)} y`, 'x'.repeat(159)],
  [`${' '.repeat(400)}longe`, ''],
])('the list of tickets shows saved words in one line and shortened, as the server does', (descricao, palavras) => {
  const cache = new QueryClient()
  const key = [...atendimentosKey, 'lista', '']
  cache.setQueryData(key, { pages: [{ atendimentos: [{ id: 1, palavras: 'antes' }] }], pageParams: [''] })
  showSavedWords(cache, ticket(2, descricao))
  expect(cache.getQueryData(key)).toMatchObject({ pages: [{ atendimentos: [{ palavras }] }] })
})
