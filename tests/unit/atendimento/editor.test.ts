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
