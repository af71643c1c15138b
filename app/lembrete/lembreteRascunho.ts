import type { Envio } from '../ui/network/chavesDoFormulario.ts'
import { quietly } from '../ui/quietly.ts'
import type { Assunto } from './lembreteQueries.ts'

export interface Rascunho {
  form: { palavras: string; quando: string; dia: string; hora: string }
  /** The body and the key of the last request. */
  envio: Envio | null
}

/**
 * Keeps the reminder that a user writes about something for this tab: it survives a reload, another page and the end of
 * the session, not a sign-out. Every access may throw (storage full or forbidden); then nothing is kept.
 */
export function lembreteRascunho(idUsuario: number, { ligacao_id, atendimento_id }: Assunto) {
  const key = `alo:lembrete:${idUsuario}:${ligacao_id ?? atendimento_id ?? ''}`
  return {
    read: () => quietly((): Rascunho | null => JSON.parse(sessionStorage.getItem(key) ?? 'null')),
    /** A form without words is forgotten. */
    write: (rascunho: Rascunho) =>
      void quietly(() =>
        rascunho.form.palavras === ''
          ? sessionStorage.removeItem(key)
          : sessionStorage.setItem(key, JSON.stringify(rascunho)),
      ),
  }
}
