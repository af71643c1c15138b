import type { Page } from '@playwright/test'
import { demoToken } from '#server/demo/accounts'
import type { Ligacao } from '#server/ligacao/wire/ligacao'
import { sendRequest } from './request.ts'
import { openScreen, type Screen } from './screen.ts'

/** An agent whose screens are looked at, and what happens to her calls from elsewhere. */
export interface Agent {
  pages: Page[]
  /** One thing that happens to her calls: one rings, is cancelled, linked, closed, or gets a ticket. */
  happen(): Promise<void>
  /** Her open calls, as the desk tells them to another session. */
  truth(): Promise<Ligacao[]>
  /** Acknowledged calls that the desk no longer has as open, and that nothing ended. */
  lost(truth: Ligacao[]): string[]
  close(): void
}

/** `chance` gives numbers from 0 to 1. The desk is asked at `url`, past any network that is cut. */
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

/** Of each window, what tells its version: whose call it is and the ticket's number, whose digits must be in it. */
const told = (ligacoes: Ligacao[]) =>
  ligacoes.map(({ id, cliente, atendimento }) => ({
    id,
    nome: cliente?.nome_razaosocial ?? '',
    protocolo: atendimento?.protocolo.replace(/\D/g, '') ?? '',
  }))

/** Resolves when the page shows these calls as open and no others, and is connected; rejects after `limitMs`, saying what it shows. */
export async function untilShown(page: Page, truth: Ligacao[], limitMs: number): Promise<void> {
  const looked = page.waitForFunction(
    (wanted) => {
      // What is over keeps its place for a moment, and says so: it is no open call's window.
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

/** Whether the page says that calls come. */
export const saysConnected = async (page: Page) => (await page.locator('[data-conexao="ativa"]').count()) > 0
