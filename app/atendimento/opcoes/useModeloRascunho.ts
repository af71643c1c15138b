import { useState } from 'react'
import type { ChangeModelo, ModeloTexto, NewModelo } from '#server/atendimento/wire/modelos'
import { useUsuario } from '../../acesso/Usuario.tsx'
import { guardado } from '../../ui/parts/guardado.ts'

export interface Rascunho {
  /** The saved text that the form starts from. */
  before: NewModelo
  typed: NewModelo
}

export const vazio: NewModelo = { titulo: '', texto: '' }
/** As the server keeps them. */
export const trimmed = ({ titulo, texto }: NewModelo): NewModelo => ({ titulo: titulo.trim(), texto: texto.trim() })
export const same = (one: NewModelo, other: NewModelo) => one.titulo === other.titulo && one.texto === other.texto

/** Keeps the unsaved words of a text's form, or of a new text's. `left`: what was there when the caller appeared. */
export function useModeloRascunho(modelo?: ModeloTexto) {
  const { id } = useUsuario()
  const [store] = useState(() => guardado<Rascunho>(id, 'modelo', { before: vazio, typed: vazio }, modelo?.id))
  const [left] = useState(store.read)
  /** Deletes the kept words once exactly these were saved, also when the user has left the page meanwhile. */
  const registrado = (sent: NewModelo | ChangeModelo) => {
    const kept = store.read()
    if (kept && same(kept.typed, { ...kept.before, ...sent })) store.forget()
  }
  return { store, left, registrado }
}
