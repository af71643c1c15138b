import { expect, test } from 'vitest'
import { Editor, type EditorPorts } from '../../../app/atendimento/editor/Editor.ts'
import { ApiError } from '../../../app/ui/network/request.ts'
import type { Atendimento } from '../../../server/ligacao/wire/ligacao.ts'

const aberto = { id: 1, versao: 1, estado: 'aberto', descricao: '', id_motivo: null, id_desfecho: null } as Atendimento

/** Listens to the editor's states as a screen does, and closes the ticket at the first state with this `situacao`. */
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

test('a close that is chosen at the moment when the words are saved is sent too', async () => {
  const { sent, state } = await closesOnHearing('salvo', false)
  expect(sent).toEqual(['palavras', 'fechado'])
  expect(state).toMatchObject({ situacao: 'salvo', pendente: {}, base: { estado: 'fechado' } })
})

test('a close that is chosen at the moment when the words are refused is sent too', async () => {
  const { sent, state } = await closesOnHearing('recusado', true)
  expect(sent).toEqual(['palavras', 'fechado'])
  expect(state).toMatchObject({ pendente: {}, base: { estado: 'fechado' } })
})

test('words that are taken back while their save is under way are taken back on the server too', async () => {
  const sent: unknown[] = []
  const editor = new Editor(aberto, {
    save: async (_, { versao, descricao = '' }) => {
      sent.push(descricao)
      if (sent.length === 1) editor.type('')
      return { ...aberto, versao: versao + 1, descricao }
    },
    rascunhos: { read: () => null, isKept: () => false, write: () => undefined, forget: () => undefined },
  })
  editor.type('palavras')
  await editor.flush()
  expect(sent).toEqual(['palavras', ''])
  expect(editor.state()).toMatchObject({ texto: '', situacao: 'salvo', base: { descricao: '', versao: 3 } })
})

test('a ticket whose words are in conflict is not closed, not even when the agent ends the conflict', async () => {
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
  // The first attempt to close finds the conflict; at the second attempt it still stands.
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

/** An editor whose requests fail with `status` (0: no network) until `back`. `asked` has the requests. */
function cutOff(status = 0) {
  const asked: object[] = []
  let away: Error | null = new ApiError(status, null)
  const editor = new Editor(aberto, {
    save: async (_, { versao, ...body }) => {
      asked.push(body)
      if (away) throw away
      return { ...aberto, versao: versao + 1, ...body } as Atendimento
    },
    rascunhos: { read: () => null, isKept: () => false, write: () => undefined, forget: () => undefined },
  })
  const back = () => {
    away = null
  }
  return { editor, asked, back }
}
const fechar = { estado: 'fechado', id_desfecho: 4 } as const
const erro = 'Sem resposta do servidor. Verifique a rede e tente de novo.'

test('a close that failed stays shown with its outcome, and later saves do not send it again', async () => {
  const { editor, asked, back } = cutOff()
  await editor.change({ ...fechar, id_motivo: 3 })
  // Saving the reason is retried, like words.
  expect(editor.state()).toMatchObject({ situacao: 'falhou', pendente: { id_motivo: 3 } })
  expect(editor.state().naoFeita).toEqual({ mudanca: fechar, erro })
  back()
  await editor.flush()
  await editor.flush()
  expect(asked).toEqual([{ ...fechar, id_motivo: 3 }, { id_motivo: 3 }])
  expect(editor.state()).toMatchObject({ situacao: 'salvo', erro: null, naoFeita: { mudanca: fechar, erro } })
  await editor.change({ id_motivo: 5 })
  expect(editor.state().naoFeita).not.toBeNull()
  await editor.change(fechar)
  expect(editor.state()).toMatchObject({ naoFeita: null, base: { estado: 'fechado', id_desfecho: 4 } })
})

test('a failed close without other changes is not retried, and is forgotten once the ticket is closed', async () => {
  const { editor } = cutOff()
  await editor.change(fechar)
  expect(editor.state()).toMatchObject({ situacao: 'salvo', erro: null, pendente: {}, naoFeita: { mudanca: fechar } })
  // The ticket is closed after all: only the answer was lost, or another screen closed it.
  editor.receive({ ...aberto, versao: 2, estado: 'fechado' })
  expect(editor.state().naoFeita).toBeNull()
})

test('a close refused with 422 keeps its reason for the next attempt, and a save in between sends neither', async () => {
  const { editor, asked, back } = cutOff(422)
  const mudanca = { ...fechar, id_motivo: 3 }
  await editor.change(mudanca)
  expect(editor.state()).toMatchObject({ situacao: 'recusado', pendente: {}, naoFeita: { mudanca } })
  back()
  await editor.flush()
  expect(asked).toEqual([mudanca])
  await editor.change(editor.state().naoFeita?.mudanca ?? {})
  expect(asked.at(-1)).toEqual(mudanca)
})

test('the error of a refused pass stays after saves, and goes when another agent has the ticket', async () => {
  const { editor, back } = cutOff()
  back()
  editor.refusePass('Está fechado', { ...aberto, versao: 2, estado: 'fechado' })
  const said = { naoFeita: { mudanca: null, erro: 'Está fechado' } }
  await editor.flush()
  expect(editor.state()).toMatchObject({ ...said, base: { estado: 'fechado' } })
  editor.type('mais')
  await editor.flush()
  expect(editor.state()).toMatchObject(said)
  editor.receive({ ...editor.state().base, versao: 9, usuario_id: aberto.usuario_id + 1 })
  expect(editor.state().naoFeita).toBeNull()
})

test('a reason chosen while another is on its way is saved after it', async () => {
  const { editor, asked, back } = cutOff()
  back()
  const saving = editor.change({ id_motivo: 3 })
  void editor.change({ id_motivo: 5 })
  await saving
  expect(asked).toEqual([{ id_motivo: 3 }, { id_motivo: 5 }])
  expect(editor.state()).toMatchObject({ pendente: {}, base: { id_motivo: 5 } })
})

test('a reason refused with 429 is saved at the next try; until then, leaving the page would lose it', async () => {
  const { editor, asked, back } = cutOff(429)
  await editor.change({ id_motivo: 3 })
  expect(editor.state()).toMatchObject({ situacao: 'falhou', pendente: { id_motivo: 3 } })
  expect(editor.kept).toBe(false)
  back()
  await editor.flush()
  expect(editor.kept).toBe(true)
  expect(asked).toEqual([{ id_motivo: 3 }, { id_motivo: 3 }])
})

test('words in conflict are not sent when the page is left, and a decided conflict does not come back', async () => {
  const { editor, asked, back } = cutOff()
  editor.type('daqui')
  editor.receive({ ...aberto, versao: 2, descricao: 'de lá' })
  editor.sendBeforeLeaving()
  expect(asked).toEqual([])
  await editor.dismissConflito()
  // The other tab's words are heard once more while the own ones cannot be sent.
  editor.receive({ ...aberto, versao: 3, descricao: 'de lá' })
  expect(editor.state()).toMatchObject({ texto: 'daqui', conflito: null })
  back()
  await editor.flush()
  expect(editor.state()).toMatchObject({ situacao: 'salvo', base: { descricao: 'daqui' } })
})

test.each([
  ['another', null, 7, 7],
  ['the same', null, 3, null],
  ['none', 7, 7, null],
])(
  'saving a reason here tells which other reason another tab chose meanwhile: %s',
  async (_, before, id_motivo, told) => {
    const there = { ...aberto, versao: 2, descricao: 'de lá', id_motivo }
    const editor = new Editor(
      { ...aberto, id_motivo: before },
      {
        save: async (_, { versao, ...body }) => {
          if (versao === 1) throw new ApiError(409, { atendimento: there })
          return { ...there, versao: versao + 1, ...body } as Atendimento
        },
        rascunhos: { read: () => null, isKept: () => false, write: () => undefined, forget: () => undefined },
      },
    )
    await editor.change({ id_motivo: 3 })
    expect(editor.state()).toMatchObject({ motivoPreterido: told, base: { id_motivo: 3 } })
  },
)

test.each([
  [1, false],
  [1, true],
  [2, false],
  [2, true],
])(
  'words about an erased person are removed, and the ticket closed without them, at version %i; a list says so first: %s',
  async (versao, heard) => {
    const forgotten: unknown[] = []
    const asked: object[] = []
    const there = { ...aberto, versao: 2, eliminado: true }
    // A window's ticket is at the erasure's version already and does not tell of it.
    const editor = new Editor(
      { ...aberto, versao },
      {
        save: async (_, body) => {
          asked.push(body)
          if (body.descricao && heard) editor.receive(there)
          if (body.descricao) throw new ApiError(409, { atendimento: there })
          return { ...there, versao: 3, estado: 'fechado' }
        },
        rascunhos: {
          read: () => null,
          isKept: () => false,
          write: () => undefined,
          forget: (_, texto) => void forgotten.push(texto),
        },
      },
    )
    editor.type('palavras dela')
    await editor.change({ estado: 'fechado', id_desfecho: 4 })
    expect(asked).toEqual([
      { versao, descricao: 'palavras dela', estado: 'fechado', id_desfecho: 4 },
      { versao: 2, estado: 'fechado', id_desfecho: 4 },
    ])
    expect(forgotten.at(-1)).toBeNull()
    const none = { texto: '', conflito: null, trocado: null, escrito: null, enviados: [], erro: null }
    expect(editor.state()).toMatchObject({ ...none, eliminado: true, situacao: 'salvo', base: { estado: 'fechado' } })
  },
)

test('saved words are removed when they were erased, even if the erasure comes at a version seen before', async () => {
  const editor = new Editor(aberto, {
    save: async (_, { versao, ...body }) => ({ ...aberto, versao: versao + 1, ...body }) as Atendimento,
    rascunhos: { read: () => null, isKept: () => false, write: () => undefined, forget: () => undefined },
  })
  editor.type('palavras dela')
  await editor.flush()
  const there = { ...aberto, versao: 3, eliminado: true }
  // A window's ticket does not say that it was erased; the list that comes after it does.
  editor.receive({ ...aberto, versao: 3 })
  editor.receive(there)
  expect(editor.state()).toMatchObject({ texto: '', trocado: null, conflito: null, eliminado: true })
  // Once the ticket is about somebody else, it can be written again.
  editor.receive({ ...there, eliminado: false })
  expect(editor.state()).toMatchObject({ eliminado: false })
})
