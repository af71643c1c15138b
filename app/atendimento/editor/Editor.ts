import type { SaveAtendimentoRequest } from '#server/atendimento/wire/atendimento'
import type { Atendimento } from '#server/ligacao/wire/ligacao'
import { createListeners } from '../../ui/listeners.ts'
import { ApiError, sentenceOf } from '../../ui/network/request.ts'
import { currentAtendimento } from '../atendimentoQueries.ts'
import { isUnsaved, type Palavras, type Rascunhos, type Recebido, reconcile, resume, sent } from './palavras.ts'

/** Changes that the agent chooses instead of typing. They are sent with the next save. */
export type Mudanca = Pick<SaveAtendimentoRequest, 'estado' | 'id_motivo' | 'id_desfecho'>

export type Situacao = 'salvo' | 'salvando' | 'falhou' | 'recusado'

/** A close or reopen that failed, or a pass (`mudanca` null). Nothing that was pressed is done later by itself. */
export interface NaoFeita {
  mudanca: Mudanca | null
  erro: string
}

export interface EditorState extends Palavras {
  situacao: Situacao
  erro: string | null
  /** Chosen here, not yet on the server. */
  pendente: Mudanca
  naoFeita: NaoFeita | null
  /** Another tab chose this reason meanwhile; the one chosen here replaced it. */
  motivoPreterido: number | null
}

export interface EditorPorts {
  save: (id: number, body: SaveAtendimentoRequest, keepalive: boolean) => Promise<Atendimento>
  rascunhos: Rascunhos
}

const typingPause = 500
const retryAfter = [2_000, 4_000, 8_000, 15_000]

/**
 * Saves one ticket's words as they are typed: one request at a time, the newest words last, again and again while the
 * server does not answer. It outlives its window, so a cancelled call loses no words.
 */
export class Editor {
  #state: EditorState
  #ports: EditorPorts
  #listeners = createListeners()
  #timer: ReturnType<typeof setTimeout> | undefined
  #running: Promise<void> = Promise.resolve()
  /** False before listeners hear a save's last state: a change that they make then must start the next save. */
  #saving = false
  #failures = 0

  constructor(atendimento: Atendimento, ports: EditorPorts) {
    this.#ports = ports
    this.#state = {
      ...resume(null, atendimento),
      situacao: 'salvo',
      erro: null,
      pendente: {},
      naoFeita: null,
      motivoPreterido: null,
    }
    ports.rascunhos.read(atendimento.id, (rascunho) => {
      // Words that were typed here meanwhile stay.
      if (this.unsaved) return
      const { base, eliminado } = this.#state
      if (rascunho) this.#set(resume(rascunho, { ...base, eliminado }))
      if (this.unsaved) this.#schedule(typingPause)
      else this.#forget()
    })
  }

  state = () => this.#state

  subscribe = this.#listeners.subscribe

  get unsaved() {
    return isUnsaved(this.#state)
  }

  /** Leaving the page would lose nothing: the server or this browser has it all. */
  get kept() {
    const { base, texto } = this.#state
    return !this.#changed && (!this.unsaved || this.#ports.rascunhos.isKept(base.id, texto))
  }

  type(texto: string) {
    this.#set({ texto, situacao: 'salvando', erro: null })
    this.#keep()
    this.#schedule(typingPause)
  }

  /** Takes the ticket from an event, a list or an answer; older versions are ignored. */
  receive(atendimento: Recebido) {
    const before = this.#state.base.usuario_id
    this.#set(reconcile(this.#state, atendimento))
    const { base, naoFeita } = this.#state
    if (naoFeita?.mudanca?.estado === base.estado || base.usuario_id !== before) this.dismissNaoFeita()
    if (!this.unsaved) return this.#forget()
    this.#keep()
    if (!this.#timer && !this.#saving) this.#schedule(typingPause)
  }

  takeConflito() {
    const { base, texto } = this.#state
    this.#ports.rascunhos.forget(base.id, texto)
    this.#set({ texto: base.descricao, origem: base, conflito: null })
    return this.flush()
  }

  dismissConflito() {
    this.#set({ origem: this.#state.base, conflito: null })
    this.#keep()
    return this.flush()
  }

  takeTrocado() {
    const { trocado } = this.#state
    this.#set({ trocado: null })
    if (trocado !== null) this.type(trocado)
  }

  dismissTrocado() {
    this.#set({ trocado: null })
  }

  /** Closes or reopens the ticket, or sets its reason. Unsaved words go in the same request. */
  change(mudanca: Mudanca) {
    if (mudanca.estado) this.dismissNaoFeita()
    this.#set({ pendente: { ...this.#state.pendente, ...mudanca }, motivoPreterido: null, erro: null })
    return this.flush()
  }

  dismissNaoFeita() {
    this.#set({ naoFeita: null })
  }

  /** Call it when a pass was refused; `current` is the ticket if it has changed meanwhile. */
  refusePass(erro: string, current: Atendimento | null) {
    if (current) this.receive(current)
    this.#set({ naoFeita: { mudanca: null, erro } })
  }

  takeMotivo() {
    return this.change({ id_motivo: this.#state.motivoPreterido })
  }

  dismissMotivo() {
    this.#set({ motivoPreterido: null })
  }

  /** Saves now. Resolves when saved, when the attempt failed, or while a conflict waits for the agent. */
  flush = (): Promise<void> => {
    this.#schedule(null)
    if (!this.#saving) this.#running = this.#run()
    return this.#running
  }

  /** Uses a request that outlives the page, and does not wait for the answer. */
  sendBeforeLeaving() {
    const { base, texto, conflito } = this.#state
    if (!this.unsaved || conflito !== null) return
    this.#set(sent(this.#state))
    this.#keep()
    this.#ports.save(base.id, { versao: base.versao, descricao: texto }, true).then(
      (saved) => this.receive(saved),
      () => undefined,
    )
  }

  get #changed() {
    return Object.keys(this.#state.pendente).length > 0
  }

  #keep() {
    const { base, texto, origem, enviados } = this.#state
    this.#ports.rascunhos.write(base.id, { texto, enviados, versao: origem.versao, descricao: origem.descricao })
  }

  #forget() {
    const { base, texto, eliminado } = this.#state
    this.#ports.rascunhos.forget(base.id, eliminado ? null : texto)
  }

  async #run() {
    this.#saving = true
    while ((this.unsaved || this.#changed) && this.#state.conflito === null) {
      const before = this.#state
      const { base, texto, pendente } = before
      this.#set({ ...sent(before), situacao: 'salvando' })
      if (this.unsaved) this.#keep()
      const body = { versao: base.versao, ...(this.unsaved && { descricao: texto }), ...pendente }
      try {
        const saved = await this.#ports.save(base.id, body, false)
        this.#failures = 0
        this.#set({ escrito: body.descricao ?? this.#state.escrito })
        if (this.#state.pendente === pendente) this.#set({ pendente: {} })
        this.receive(saved)
      } catch (error) {
        if (!this.#recover(error, before)) return
      }
    }
    this.#saving = false
    const { conflito, pendente } = this.#state
    // The agent first chooses between the two texts, and then closes the ticket by hand.
    const waits = conflito !== null && pendente.estado === 'fechado'
    this.#set({ situacao: 'salvo', erro: null, ...(waits && { pendente: onlyMotivo(pendente) }) })
  }

  /** True when the request must be repeated at once, because the ticket has changed since it was sent. */
  #recover(error: unknown, { base, eliminado }: EditorState): boolean {
    const { pendente } = this.#state
    const current = currentAtendimento(error)
    if (current) this.receive(current)
    if (this.#state.base.versao > base.versao || this.#state.eliminado !== eliminado) {
      this.#set({ motivoPreterido: motivoPreterido(base, this.#state.base, pendente) })
      return true
    }
    const passing = !(error instanceof ApiError) || [0, 409, 429].includes(error.status) || error.status >= 500
    // The agent repeats a failed close or reopen by hand; a reason is tried again like words.
    const { id_motivo, ...mudanca } = pendente
    const again = passing && (this.unsaved || id_motivo !== undefined)
    const erro = sentenceOf(error)
    this.#saving = false
    this.#set({
      situacao: again ? 'falhou' : this.unsaved || id_motivo !== undefined ? 'recusado' : 'salvo',
      pendente: passing ? onlyMotivo(pendente) : {},
      ...(mudanca.estado ? { erro: null, naoFeita: { mudanca: passing ? mudanca : pendente, erro } } : { erro }),
    })
    if (passing && (this.unsaved || this.#changed))
      this.#schedule(retryAfter[Math.min(this.#failures++, retryAfter.length - 1)] ?? null)
    return false
  }

  #schedule(delay: number | null) {
    clearTimeout(this.#timer)
    this.#timer = delay === null ? undefined : setTimeout(this.flush, delay)
  }

  #set(change: Partial<EditorState>) {
    this.#state = { ...this.#state, ...change }
    this.#listeners.tell()
  }
}

const onlyMotivo = ({ id_motivo }: Mudanca): Mudanca => (id_motivo === undefined ? {} : { id_motivo })

function motivoPreterido(before: Atendimento, now: Atendimento, { id_motivo }: Mudanca): number | null {
  return id_motivo === undefined || now.id_motivo === before.id_motivo || now.id_motivo === id_motivo
    ? null
    : now.id_motivo
}
