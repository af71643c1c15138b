interface Verdict {
  sent: number
  lost: number
  doubled: number
  wrong: number
}

/** Compares notifications with the events that agents received, to find lost, doubled and misdirected ones. */
export class Ledger {
  readonly #called = new Map<string, number>()
  readonly #heard = new Map<string, { agent: number; at: number }[]>()
  #waiting: { id: string; resolve: (at: number) => void } | undefined

  /** Notes a notification's answer: the call's id, and the agent for whom it was sent. */
  called(id: string, agent: number): void {
    this.#called.set(id, agent)
  }

  /** Notes that an agent's socket received the call's event at that time. */
  heard(id: string, agent: number, at: number): void {
    const events = this.#heard.get(id) ?? []
    events.push({ agent, at })
    this.#heard.set(id, events)
    if (this.#waiting?.id === id) this.#waiting.resolve(at)
  }

  /** When the right agent's socket first received the call; undefined until then. */
  heardAt(id: string): number | undefined {
    const agent = this.#called.get(id)
    return this.#heard.get(id)?.find((event) => event.agent === agent)?.at
  }

  /** As {@link heardAt}, waiting for it if need be; NaN when it does not come in time. */
  async waitFor(id: string, limitMs: number): Promise<number> {
    const at = this.heardAt(id)
    if (at !== undefined) return at
    let timer: NodeJS.Timeout | undefined
    const came = new Promise<number>((resolve) => {
      this.#waiting = { id, resolve }
      timer = setTimeout(() => resolve(Number.NaN), limitMs)
    })
    return came.finally(() => {
      clearTimeout(timer)
      this.#waiting = undefined
    })
  }

  verdict(): Verdict {
    const verdict: Verdict = { sent: this.#called.size, lost: 0, doubled: 0, wrong: 0 }
    for (const id of this.#called.keys()) if (this.heardAt(id) === undefined) verdict.lost++
    for (const [id, events] of this.#heard) {
      const right = events.filter((event) => event.agent === this.#called.get(id)).length
      verdict.wrong += events.length - right
      if (right > 1) verdict.doubled += right - 1
    }
    return verdict
  }
}
