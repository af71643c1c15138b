import { demoToken } from '#server/demo/accounts'
import { receitaDe } from '#server/ligacao/rules/receita'
import type { Ligacao } from '#server/ligacao/wire/ligacao'
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

/** A desk, an exchange that was told of it as an installer would, and who plays around them in one scenario. */
export interface Place {
  asterisk: Asterisk
  desk(): DeskProcess
  /** Starts the desk anew where it was. */
  startDesk(): Promise<void>
  /** A connected screen of that agent. */
  screen(usuario: string): Promise<Screen>
  /** A registered telephone. */
  telephone(number: string): Promise<Telephone>
  /** Somebody outside calls; `from` is what the carrier says. */
  outside(target: string, from?: string): Promise<Call>
  /** The `n`-th ring at that telephone. */
  ringAt(phone: Telephone, n?: number): Promise<Ring>
  /** The call of the screen's `n`-th window. */
  windowAt(screen: Screen, n?: number): Promise<Ligacao>
  /** How that window ended. */
  endAt(screen: Screen, id: string): Promise<Ligacao>
  /** Ids of the calls that the desk says were missed. */
  missed(): Promise<string[]>
  /** Everybody hangs up and leaves. */
  clear(): Promise<void>
  stop(): Promise<void>
}

/** Maria of the demo. */
export const maria = '37999912222'

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
    endAt: (screen, id) =>
      until(
        'the window closes',
        () => screen.heard.find(({ event, ligacao }) => event === 'ligacao:encerrada' && ligacao.id === id)?.ligacao,
      ),
    async missed() {
      const headers = { cookie: await cookieOf('clara') }
      const { json } = await sendRequest(desk.url, { path: '/api/painel/perdidas?situacao=todas', headers })
      return json
    },
    clear,
    async stop() {
      await clear()
      await trunk.close()
      await asterisk.stop()
      await desk.stop()
      await desks.remove()
    },
  }
}
