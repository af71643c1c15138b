import type { Atendimento, SaveAtendimentoRequest } from '#server/atendimento/wire/atendimento'
import { ApiError, sentenceOf } from '../ui/request.ts'
import { currentAtendimento } from './atendimentoQueries.ts'

/** The words on the screen beside the ticket as the server last told it. */
export interface Palavras {
  texto: string
  base: Atendimento
  /** The words of the request under way, so that its own echo is not taken for another tab's. */
  enviando: string | null
  /** Another tab's words that were set aside in favour of those typed here. */
  conflito: string | null
}

export const isUnsaved = (palavras: Palavras) => palavras.texto !== palavras.base.descricao

/**
 * Pure. Takes the ticket as it stands on the server. Older versions change nothing; where nothing was typed here since the
 * last save, the server's words are taken over; otherwise those typed here stay and the other ones are kept as `conflito`.
 */
export function reconcile(local: Palavras, remote: Atendimento): Palavras {
  if (remote.versao <= local.base.versao) return local
  if (!isUnsaved(local)) return { ...local, texto: remote.descricao, base: remote }
  const known = [local.base.descricao, local.enviando, local.texto]
  return { ...local, base: remote, conflito: known.includes(remote.descricao) ? local.conflito : remote.descricao }
}

/** What is chosen and not typed: it goes with the next save. */
export type Mudanca = Pick<SaveAtendimentoRequest, 'estado' | 'id_motivo' | 'id_desfecho'>

export type Situacao = 'salvo' | 'salvando' | 'falhou' | 'recusado'

export interface EditorState extends Palavras {
  situacao: Situacao
  erro: string | null
  /** Chosen here and not yet on the server. */
  pendente: Mudanca
  /** The reason that another tab chose meanwhile and that the one chosen here took the place of. */
  motivoPreterido: number | null
}

export interface EditorPorts {
  save: (id: number, body: SaveAtendimentoRequest, keepalive: boolean) => Promise<Atendimento>
  rascunhos: Rascunhos
}

/** Unsaved words kept in this browser, for one user and one ticket. They outlive a reload and a crash, not a save. */
export interface Rascunhos {
  read: (id: number) => string | null
  write: (id: number, texto: string) => void
  /** Forgets the words once the server has exactly these. */
  forget: (id: number, texto: string) => void
}

const typingPause = 500
const retryAfter = [2_000, 4_000, 8_000, 15_000]

/**
 * Saves one ticket's words as they are typed: one request at a time, the newest words last, tried again while the server
 * is silent. It outlives the window it is shown in, so that a cancelled call takes no words with it.
 */
export class Editor {
  #state: EditorState
  #ports: EditorPorts
  #listeners = new Set<() => void>()
  #timer: ReturnType<typeof setTimeout> | undefined
  #running: Promise<void> | null = null
  #failures = 0

  constructor(atendimento: Atendimento, ports: EditorPorts) {
    this.#ports = ports
    const texto = ports.rascunhos.read(atendimento.id) ?? atendimento.descricao
    this.#state = {
      texto,
      base: atendimento,
      enviando: null,
      conflito: null,
      situacao: 'salvo',
      erro: null,
      pendente: {},
      motivoPreterido: null,
    }
    if (this.unsaved) this.#schedule(typingPause)
    else ports.rascunhos.forget(atendimento.id, texto)
  }

  state = () => this.#state

  subscribe = (listener: () => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  get unsaved() {
    return isUnsaved(this.#state)
  }

  /** Nothing of it would be lost with this page: the server has it, or this browser. */
  get kept() {
    const { base, texto } = this.#state
    return !this.#changed && (!this.unsaved || this.#ports.rascunhos.read(base.id) === texto)
  }

  type(texto: string) {
    this.#ports.rascunhos.write(this.#state.base.id, texto)
    this.#set({ texto, situacao: 'salvando', erro: null })
    this.#schedule(typingPause)
  }

  /** The ticket as an event, a list or an answer tells it; older versions are ignored. */
  receive(atendimento: Atendimento) {
    this.#set(reconcile(this.#state, atendimento))
    if (!this.unsaved) this.#ports.rascunhos.forget(this.#state.base.id, this.#state.texto)
    else if (!this.#timer && !this.#running) this.#schedule(typingPause)
  }

  /** Puts the other tab's words in the place of those typed here. */
  takeConflito() {
    const { conflito } = this.#state
    if (conflito === null) return
    this.#set({ conflito: null })
    this.type(conflito)
  }

  dismissConflito() {
    this.#set({ conflito: null })
  }

  /** Closes or reopens the ticket, or says why the customer called; unsaved words go along in the same request. */
  change(mudanca: Mudanca) {
    this.#set({ pendente: { ...this.#state.pendente, ...mudanca }, motivoPreterido: null, erro: null })
    return this.flush()
  }

  /** Takes the reason that the other tab chose. */
  takeMotivo() {
    return this.change({ id_motivo: this.#state.motivoPreterido })
  }

  dismissMotivo() {
    this.#set({ motivoPreterido: null })
  }

  /** Saves now what is unsaved. Resolves when saved or given up for the moment. */
  flush = (): Promise<void> => {
    this.#schedule(null)
    this.#running ??= this.#run().finally(() => {
      this.#running = null
    })
    return this.#running
  }

  /** Sends the words off with a request that outlives the page. Nobody waits for the answer. */
  sendBeforeLeaving() {
    if (!this.unsaved) return
    const { base, texto } = this.#state
    this.#ports.save(base.id, { versao: base.versao, descricao: texto }, true).then(
      (saved) => this.receive(saved),
      () => undefined,
    )
  }

  get #changed() {
    return Object.keys(this.#state.pendente).length > 0
  }

  async #run() {
    while (this.unsaved || this.#changed) {
      const { base, texto, pendente } = this.#state
      this.#set({ situacao: 'salvando', enviando: texto })
      const body = { versao: base.versao, ...(this.unsaved && { descricao: texto }), ...pendente }
      try {
        const saved = await this.#ports.save(base.id, body, false)
        this.#failures = 0
        if (this.#state.pendente === pendente) this.#set({ pendente: {} })
        this.receive(saved)
      } catch (error) {
        if (!this.#recover(error)) return
      }
    }
    this.#set({ situacao: 'salvo', enviando: null, erro: null })
  }

  /** True when the request is to be made again at once, on the ticket's newest version. */
  #recover(error: unknown): boolean {
    const { base, pendente } = this.#state
    const current = currentAtendimento(error)
    if (current) this.receive(current)
    if (this.#state.base.versao > base.versao) {
      this.#set({ motivoPreterido: motivoPreterido(base, this.#state.base, pendente) })
      return true
    }
    const passing = !(error instanceof ApiError) || [0, 409, 429].includes(error.status) || error.status >= 500
    // A state that could not be changed is asked for again by hand; the reason is as good as words.
    const { id_motivo } = pendente
    this.#set({
      situacao: passing ? 'falhou' : 'recusado',
      erro: sentenceOf(error),
      enviando: null,
      pendente: passing && id_motivo !== undefined ? { id_motivo } : {},
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
    for (const listener of this.#listeners) listener()
  }
}

/** What another tab chose since, where something else is chosen here. */
function motivoPreterido(before: Atendimento, now: Atendimento, { id_motivo }: Mudanca): number | null {
  return id_motivo === undefined || now.id_motivo === before.id_motivo || now.id_motivo === id_motivo
    ? null
    : now.id_motivo
}
