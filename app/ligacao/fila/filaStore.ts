import { arranjarFila, arrumarFila, type Fila, filaVazia, type Mao, proximaMudanca, semMao, vizinha } from './fila.ts'
import type { LigacoesStore } from './ligacoesStore.ts'

export interface FilaStore {
  state: () => Fila
  subscribe: (listener: () => void) => () => void
  /** The agent's own choice of the wide call; an unknown id changes nothing. */
  escolher: (id: string) => void
  /** Chooses the call before (-1) or after (1) the wide one; gives its id, null where there is no other. */
  mover: (passo: 1 | -1) => string | null
  /** Gives back at once the places of calls that are over: the agent asks for it. */
  arrumar: () => void
  /** How the hand is read; without a desk on the page it is nowhere. */
  seguirMao: (ler: (() => Mao) | null) => void
  /** The hand moved, or something that the queue depends on. */
  rever: () => void
}

/** Keeps the queue arranged: at each change of the calls, of the hand, and when time alone changes it. */
export function createFilaStore(ligacoes: LigacoesStore, lembranca: Lembranca): FilaStore {
  let fila = filaVazia
  let lerMao: (() => Mao) | null = null
  let timer: ReturnType<typeof setTimeout> | undefined
  const listeners = new Set<() => void>()

  const set = (next: Fila) => {
    const keys = ['vagas', 'ativa', 'ativaFim', 'densa', 'mudou'] as const
    if (keys.every((key) => next[key] === fila[key])) return
    if (next.ativa !== fila.ativa && next.ativa !== null) lembranca.write(next.ativa)
    fila = next
    for (const listener of [...listeners]) listener()
  }
  const rever = () => {
    const abertas = ligacoes.abertas().map(({ id }) => id)
    const mao = lerMao?.() ?? semMao
    const agora = performance.now()
    set(arranjarFila(fila, abertas, mao, agora, fila.ativa === null ? lembranca.read() : null))
    clearTimeout(timer)
    const wait = proximaMudanca(fila, mao, agora)
    if (wait !== null) timer = setTimeout(rever, wait + 10)
  }
  const arrumar = () => {
    const abertas = ligacoes.abertas().map(({ id }) => id)
    set(arrumarFila(fila, abertas, lerMao?.() ?? semMao, performance.now()))
    rever()
  }
  const escolher = (id: string) => {
    if (!ligacoes.aberta(id) || fila.ativa === id) return
    set({ ...fila, ativa: id, ativaFim: null })
    rever()
  }
  ligacoes.subscribe(rever)
  return {
    state: () => fila,
    subscribe: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    escolher,
    arrumar,
    mover: (passo) => {
      const id = vizinha(fila, passo)
      if (id !== null) escolher(id)
      return id
    },
    seguirMao: (ler) => {
      lerMao = ler
      rever()
    },
    rever,
  }
}

/** Which call stood wide, kept for this tab alone. */
export interface Lembranca {
  read: () => string | null
  write: (id: string) => void
}

/** Every access may throw (storage full or forbidden); the oldest call then stands wide after a reload. */
export function lembrancaDaAba(): Lembranca {
  const key = 'alo:ligacao-ativa'
  const quietly = <T>(act: () => T): T | null => {
    try {
      return act()
    } catch {
      return null
    }
  }
  return {
    read: () => quietly(() => sessionStorage.getItem(key)),
    write: (id) => void quietly(() => sessionStorage.setItem(key, id)),
  }
}
