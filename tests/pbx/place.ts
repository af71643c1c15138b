import { demoToken } from '#server/demo/accounts'
import { receitaDe } from '#server/ligacao/rules/receita'
import type { Ligacao } from '#server/ligacao/wire/ligacao'
import type { Perdida } from '#server/perdida/wire'
import type { DeskProcess } from '../support/process.ts'
import { sendRequest } from '../support/request.ts'
import { openScreen, type Screen } from '../support/screen.ts'
import { signIn, type Victim, victim } from '../torture/support/deskUnderTorture.ts'
import { type Asterisk, startAsterisk } from './exchange/asterisk.ts'
import { trunkHost } from './exchange/configuration.ts'
import type { Installed } from './exchange/fetch.ts'
import type { Call } from './phones/call.ts'
import type { Ring } from './phones/ring.ts'
import { type Telephone, telephone } from './phones/telephone.ts'
import { until } from './until.ts'

/**
 * A desk, an exchange that was set up for it as an installer would do it, and the telephones and screens of one
 * scenario.
 */
export interface Place {
  asterisk: Asterisk
  desk(): DeskProcess
  /** Starts the desk again on the same port and data. */
  startDesk(): Promise<void>
  /** A connected screen of that agent. */
  screen(usuario: string): Promise<Screen>
  /** A registered telephone. */
  telephone(number: string): Promise<Telephone>
  /** A call from outside. `from` is the number, or the whole From header, that the carrier sends. */
  outside(target: string, from?: string): Promise<Call>
  /** Waits for the telephone's `n`-th ring, counted from 0. */
  ringAt(phone: Telephone, n?: number): Promise<Ring>
  /** Waits for the screen's `n`-th window, counted from 0, and returns its call. */
  windowAt(screen: Screen, n?: number): Promise<Ligacao>
  /** Waits until that window closes, and returns its call. */
  endAt(screen: Screen, id: string, ms?: number): Promise<Ligacao>
  /** Whether the desk lists a missed call of that caller, settled or not. */
  isMissed(caller: string): Promise<boolean>
  /** Whether the desk lists that caller as waiting for a call back. */
  isToCallBack(caller: string): Promise<boolean>
  /** Closes a window as its agent does. */
  closeWindow(usuario: string, id: string): Promise<void>
  /** Ids of the calls that the desk lists as dropped. */
  brokeOff(): Promise<string[]>
  /** Ends all calls and closes all screens and telephones. */
  clear(): Promise<void>
  /** Repairs the place after a failed scenario: the desk runs and no window is open. */
  mend(): Promise<void>
  stop(): Promise<void>
}

const agents = ['ana', 'bruno', 'clara']
/** The telephone of the demo's customer Maria. */
export const maria = '37999912222'

let callers = 0
/** A telephone number that has not called before. */
export function newCaller(): string {
  callers += 1
  return `3798${String(8_000_000 + callers)}`
}

/** The call as the screen's last event about it describes it. */
export const lastTold = (screen: Screen, id: string) =>
  screen.heard.findLast(({ ligacao }) => ligacao.id === id)?.ligacao

export async function openPlace(installed: Installed): Promise<Place> {
  const desks: Victim = await victim('embedded')
  let { desk } = await desks.start()
  const cookies = new Map<string, string>()
  const cookieOf = async (usuario: string) => {
    const cookie = cookies.get(usuario) ?? (await signIn(desk.url, usuario))
    cookies.set(usuario, cookie)
    return cookie
  }
  const { passos } = receitaDe('asterisk', { url: desk.url, token: demoToken })
  const pasted = passos.flatMap(({ arquivo, codigo }) => (arquivo === 'extensions.conf' && codigo ? [codigo] : []))
  const asterisk = await startAsterisk(installed, pasted.join('\n\n'))
  const exchange = asterisk.port
  const trunk = await telephone({ number: 'tronco', exchange, host: trunkHost })
  const screens: Screen[] = []
  const telephones: Telephone[] = []
  const calls: Call[] = []

  const painel = async (what: string, usuario = 'clara', method = 'GET') => {
    const headers = { cookie: await cookieOf(usuario), origin: desk.url }
    const { status, json } = await sendRequest(desk.url, { method, path: `/api/painel/${what}`, headers })
    if (status !== 200) throw new Error(`${what} was answered ${status}`)
    return json
  }
  const isListed = async (caller: string, situacao: string) => {
    const { perdidas } = await painel(`perdidas?situacao=${situacao}`)
    return perdidas.some(({ telefone }: Perdida) => telefone === caller)
  }

  const clear = async () => {
    for (const call of calls.splice(0)) {
      if (call.dialog && !call.over) call.dialog.hangUp()
      else if (!call.over) call.giveUp()
    }
    for (const each of screens.splice(0)) each.close()
    for (const each of telephones.splice(0)) await each.close()
    await until('all channels are gone', async () =>
      (await asterisk.console('core show channels')).includes('0 active channels'),
    )
  }
  return {
    asterisk,
    desk: () => desk,
    async startDesk() {
      desk = (await desks.start()).desk
    },
    async screen(usuario) {
      const screen = await openScreen(desk.url, await cookieOf(usuario))
      screens.push(screen)
      return screen
    },
    async telephone(number) {
      const phone = await telephone({ number, exchange })
      telephones.push(phone)
      await phone.register()
      return phone
    },
    async outside(target, from = maria) {
      const call = await trunk.call(target, from.includes('<') ? from : `<sip:${from}@${trunkHost}>`)
      calls.push(call)
      return call
    },
    ringAt: (phone, n = 0) => until(`${phone.number} rings`, () => phone.rings[n]),
    windowAt: async (screen, n = 0) =>
      until('a window opens', () => screen.heard.filter(({ event }) => event === 'ligacao:aberta')[n]?.ligacao),
    endAt: (screen, id, ms) =>
      until(
        'the window closes',
        () => screen.heard.find(({ event, ligacao }) => event === 'ligacao:encerrada' && ligacao.id === id)?.ligacao,
        ms,
      ),
    isMissed: async (caller) => (await isListed(caller, 'aberta')) || (await isListed(caller, 'resolvida')),
    isToCallBack: (caller) => isListed(caller, 'aberta'),
    async closeWindow(usuario, id) {
      await painel(`ligacoes/${id}/fechar`, usuario, 'POST')
    },
    async brokeOff() {
      return (await painel('perdidas/caidas')).caidas.map(({ id }: Perdida) => id)
    },
    clear,
    async mend() {
      desk.child.kill('SIGCONT')
      if (desk.child.exitCode !== null || desk.child.signalCode !== null) desk = (await desks.start()).desk
      for (const usuario of agents) {
        const screen = await openScreen(desk.url, await cookieOf(usuario))
        for (const { id } of screen.first.ligacoes) await painel(`ligacoes/${id}/fechar`, usuario, 'POST')
        screen.close()
      }
    },
    async stop() {
      await clear()
      await trunk.close()
      await asterisk.stop()
      await desk.stop()
      await desks.remove()
    },
  }
}
