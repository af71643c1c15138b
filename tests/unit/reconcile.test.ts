import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Atendimento } from '#server/atendimento/wire/atendimento'
import { isUnsaved, type Palavras, reconcile } from '../../app/atendimento/Editor.ts'

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
const words = (texto: string, base: Atendimento, enviando: string | null = null): Palavras => ({
  texto,
  base,
  enviando,
  conflito: null,
})

describe('words typed here and words saved elsewhere', () => {
  it('take over the other tab’s when nothing was typed here', () => {
    const after = reconcile(words('a', ticket(1, 'a')), ticket(2, 'b'))
    expect(after).toMatchObject({ texto: 'b', conflito: null })
    expect(isUnsaved(after)).toBe(false)
  })

  it('stay when something was typed here, and the other ones are kept for choosing', () => {
    const after = reconcile(words('mine', ticket(1, 'a')), ticket(2, 'b'))
    expect(after).toMatchObject({ texto: 'mine', conflito: 'b' })
    expect(isUnsaved(after)).toBe(true)
  })

  it('see no conflict in the echo of their own request, nor in a change of state alone', () => {
    expect(reconcile(words('ab', ticket(1, ''), 'a'), ticket(2, 'a'))).toMatchObject({ texto: 'ab', conflito: null })
    expect(reconcile(words('a', ticket(1, ''), 'a'), ticket(2, 'a'))).toMatchObject({ texto: 'a', conflito: null })
    expect(reconcile(words('x', ticket(1, 'a')), ticket(2, 'a', 'fechado'))).toMatchObject({
      texto: 'x',
      conflito: null,
    })
  })

  it('are never lost: what was typed stays, or was saved already', () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), fc.array(fc.tuple(fc.nat(9), fc.string())), (typed, saved, remotes) => {
        const start = words(typed, ticket(1, saved))
        const end = remotes.reduce((local, [versao, text]) => reconcile(local, ticket(versao, text)), start)
        if (isUnsaved(start) && !remotes.some(([, text]) => text === typed)) expect(end.texto).toBe(typed)
        expect(end.base.versao).toBeGreaterThanOrEqual(1)
      }),
    )
  })
})
