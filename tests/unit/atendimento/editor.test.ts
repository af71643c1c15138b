import { expect, test } from 'vitest'
import { Editor, type EditorPorts } from '../../../app/atendimento/editor/Editor.ts'
import { ApiError } from '../../../app/ui/network/request.ts'
import type { Atendimento } from '../../../server/ligacao/wire/ligacao.ts'

const aberto = { id: 1, versao: 1, estado: 'aberto', descricao: '', id_motivo: null, id_desfecho: null } as Atendimento

/** Hears each state as a screen does, and closes the ticket as soon as it hears `situacao`. */
async function closesOnHearing(situacao: string, refuses: boolean) {
  const sent: unknown[] = []
  const save: EditorPorts['save'] = async (_, body) => {
    sent.push(body.estado ?? body.descricao)
    if (refuses && sent.length === 1) throw new ApiError(422, 'recusado')
    return { ...aberto, versao: sent.length + 1, descricao: 'palavras', estado: body.estado ?? 'aberto' }
  }
  const editor = new Editor(aberto, {
    save,
    rascunhos: { read: () => null, isKept: () => false, write: () => undefined, forget: () => undefined },
  })
  let closing: Promise<void> | undefined
  const stop = editor.subscribe(() => {
    if (editor.state().situacao !== situacao) return
    stop()
    closing = editor.change({ estado: 'fechado' })
  })
  editor.type('palavras')
  await editor.flush()
  await closing
  return { sent, state: editor.state() }
}

test('a choice made in the moment when all was saved is sent, too', async () => {
  const { sent, state } = await closesOnHearing('salvo', false)
  expect(sent).toEqual(['palavras', 'fechado'])
  expect(state).toMatchObject({ situacao: 'salvo', pendente: {}, base: { estado: 'fechado' } })
})

test('a choice made in the moment of a refusal is sent, too', async () => {
  const { sent, state } = await closesOnHearing('recusado', true)
  expect(sent).toEqual(['palavras', 'fechado'])
  expect(state).toMatchObject({ pendente: {}, base: { estado: 'fechado' } })
})

test('a ticket whose words are in conflict is not closed by the choice that ends it', async () => {
  const there = { ...aberto, versao: 2, descricao: 'de lá', id_motivo: 7 }
  const sent: unknown[] = []
  const editor = new Editor(aberto, {
    save: async (_, { versao, ...body }) => {
      sent.push(body)
      if (versao === 1) throw new ApiError(409, { atendimento: there })
      return { ...there, versao: 3, ...body } as Atendimento
    },
    rascunhos: { read: () => null, isKept: () => false, write: () => undefined, forget: () => undefined },
  })
  editor.type('daqui')
  const fechar = { estado: 'fechado', id_motivo: 3, id_desfecho: 4 } as const
  // The conflict is found by the close, and stands at the second one.
  for (const times of [1, 2]) {
    await editor.change(fechar)
    expect(editor.state(), `${times}`).toMatchObject({ conflito: 'de lá', pendente: { id_motivo: 3 } })
    expect(editor.state().pendente.estado).toBeUndefined()
  }
  await editor.dismissConflito()
  expect(sent).toEqual([
    { descricao: 'daqui', ...fechar },
    { descricao: 'daqui', id_motivo: 3 },
  ])
  expect(editor.state()).toMatchObject({ conflito: null, pendente: {}, base: { estado: 'aberto' } })
})
