import type { Page } from '@playwright/test'
import { demoToken } from '#server/demo/accounts'
import type { Ligacao } from '#server/ligacao/wire/ligacao'
import { sendRequest } from './request.ts'
import { openScreen, type Screen } from './screen.ts'

/** An agent whose pages a test watches, while the exchange and another session change the agent's calls. */
export interface Agent {
  pages: Page[]
  /** Makes one random change: a call rings, is cancelled, linked to a customer, closed, or gets a ticket. */
  happen(): Promise<void>
  /** The agent's open calls, as the desk tells them to another session. */
  truth(): Promise<Ligacao[]>
  /** Ids of calls that the desk acknowledged and nothing ended, but that are missing from `truth`. */
  lost(truth: Ligacao[]): string[]
  close(): void
}

/**
 * `chance` returns numbers from 0 to 1. `url` is the desk's own address, past any proxy that cuts the pages' network.
 */
export async function agentAt(
  url: string,
  { ramal, cookie, pages, chance }: { ramal: number; cookie: string; pages: Page[]; chance: () => number },
): Promise<Agent> {
  const observer: Screen = await openScreen(url, cookie)
  const open = new Map<string, { call_id: string; step: 'rings' | 'linked' | 'ticket' }>()
  const pbx = async (operation: 'notificar' | 'cancelar', call_id: string, more = {}) => {
    const answer = await sendRequest(url, {
      path: `/api/v1/integracao/pbx/ligacao/${operation}`,
      authorization: demoToken,
      body: { ramal, ligacao_params: { call_id }, ...more },
    })
    if (answer.status !== 200) throw new Error(`${operation} was answered ${answer.status}: ${answer.text}`)
    return String(answer.headers['x-ligacao-id'])
  }
  const act = async (id: string, what: string, body?: object) => {
    const path = `/api/painel/ligacoes/${id}/${what}`
    const answer = await sendRequest(url, { method: 'POST', path, headers: { cookie, origin: url }, body })
    if (answer.status !== 200) throw new Error(`${what} was answered ${answer.status}: ${answer.text}`)
  }
  const [fewest, most, clientes] = [1, 5, 5]
  const ring = async () => {
    const call_id = crypto.randomUUID()
    const telefone = `3799${String(Math.floor(chance() * 1e7)).padStart(7, '0')}`
    open.set(await pbx('notificar', call_id, { telefone }), { call_id, step: 'rings' })
  }
  const rings = () => open.size < fewest || (open.size < most && chance() < 0.4)

  return {
    pages,
    async happen() {
      if (rings()) return ring()
      const [id, call] = [...open][Math.floor(chance() * open.size)] ?? []
      if (!id || !call) return
      const what = chance()
      if (what < 0.3) {
        open.delete(id)
        await pbx('cancelar', call.call_id)
      } else if (what < 0.5) {
        open.delete(id)
        await act(id, 'fechar')
      } else if (call.step === 'rings') {
        await act(id, 'cliente', { id_cliente: 1 + Math.floor(chance() * clientes) })
        call.step = 'linked'
      } else if (call.step === 'linked') {
        await act(id, 'atendimento')
        call.step = 'ticket'
      }
    },
    truth: async () => (await observer.sync()).ligacoes,
    lost(truth) {
      const known = new Set(truth.map(({ id }) => id))
      return [...open.keys()].filter((id) => !known.has(id))
    },
    close: () => observer.close(),
  }
}

/** The texts that tell a window's version: the customer's name, and the digits of the ticket's protocol number. */
const told = (ligacoes: Ligacao[]) =>
  ligacoes.map(({ id, cliente, atendimento }) => ({
    id,
    nome: cliente?.nome_razaosocial ?? '',
    protocolo: atendimento?.protocolo.replace(/\D/g, '') ?? '',
  }))

/**
 * Resolves when the page is connected and shows exactly these calls as open. @throws after `limitMs`, with what the
 * page shows
 */
export async function untilShown(page: Page, truth: Ligacao[], limitMs: number): Promise<void> {
  const looked = page.waitForFunction(
    (wanted) => {
      // A call that is over keeps its slot for a moment in another phase (a ghost); only `viva` is an open call.
      const shown = [...document.querySelectorAll('[data-ligacao][data-fase="viva"]')]
      if (!document.querySelector('[data-conexao="ativa"]') || shown.length !== wanted.length) return false
      return wanted.every(({ id, nome, protocolo }) => {
        const text = shown.find((each) => each.getAttribute('data-ligacao') === id)?.textContent
        return text?.includes(nome) && text.replace(/\D/g, '').includes(protocolo)
      })
    },
    told(truth),
    { timeout: limitMs, polling: 25 },
  )
  await looked.catch(async (error) => {
    const shown = await page.evaluate(() => ({
      conexao: document.querySelector('[data-conexao]')?.getAttribute('data-conexao'),
      windows: [...document.querySelectorAll('[data-ligacao]')].map(
        (each) => `${each.getAttribute('data-fase')}: ${each.textContent}`,
      ),
    }))
    throw new Error(`not shown in ${limitMs} ms: ${JSON.stringify({ wanted: told(truth), shown })}`, { cause: error })
  })
}

/** Whether the page says that it is connected. */
export const saysConnected = async (page: Page) => (await page.locator('[data-conexao="ativa"]').count()) > 0
