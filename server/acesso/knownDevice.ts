import { randomBytes } from 'node:crypto'
import type { Desk } from '../desk.ts'
import { isSame } from '../http/credentials.ts'
import { cookieName, macOf } from './rows/auth.ts'

/** One device is known for this many accounts at most: people of a few shifts share it. */
const mostAccounts = 10
const lifetimeSeconds = 180 * 24 * 60 * 60

/**
 * A cookie proves that accounts signed in on this device before. It holds an entry `device.issued.proof` for each
 * account, the latest first; `issued` is in seconds. The cookie opens nothing: attempts that bring it are counted
 * apart, so that other people's failures do not lock out the people of this device. docs/interface.md: Sessions.
 */
interface Entry {
  device: string
  issued: number
  text: string
}

const entry = /^([\w-]{16})\.(\d{1,10})\.([\w-]{43})$/

const proofOf = (desk: Desk, usuario: string, device: string, issued: number) =>
  macOf(desk, `alo.device\n${usuario}\n${device}\n${issued}`)

function entriesIn(desk: Desk, cookies: string | undefined): string[] {
  const start = `${cookieName(desk.config, 'device')}=`
  const found = cookies?.split(';').find((each) => each.trim().startsWith(start))
  return found?.trim().slice(start.length).split('~').slice(0, mostAccounts) ?? []
}

async function entryOf(desk: Desk, cookies: string | undefined, usuario: string): Promise<Entry | null> {
  const now = desk.now().getTime() / 1_000
  for (const text of entriesIn(desk, cookies)) {
    const [, device = '', seconds = '', proof = ''] = entry.exec(text) ?? []
    const issued = Number(seconds)
    if (device === '' || Math.abs(now - issued) > lifetimeSeconds) continue
    const due = await proofOf(desk, usuario, device, issued)
    if (isSame(Buffer.from(proof, 'base64url'), due)) return { device, issued, text }
  }
  return null
}

/** The device's id, if the account signed in on it within the last 180 days; else null. */
export const knownDevice = async (desk: Desk, cookies: string | undefined, usuario: string): Promise<string | null> =>
  (await entryOf(desk, cookies, usuario))?.device ?? null

/** The `Set-Cookie` value that makes the device known for the account from now on. */
export async function rememberDevice(desk: Desk, cookies: string | undefined, usuario: string): Promise<string> {
  const before = await entryOf(desk, cookies, usuario)
  const others = entriesIn(desk, cookies).filter((text) => text !== before?.text && entry.test(text))
  const device = before?.device ?? randomBytes(12).toString('base64url')
  const issued = Math.floor(desk.now().getTime() / 1_000)
  const proof = (await proofOf(desk, usuario, device, issued)).toString('base64url')
  const value = [`${device}.${issued}.${proof}`, ...others].slice(0, mostAccounts).join('~')
  const name = cookieName(desk.config, 'device')
  const secure = name.startsWith('__Host-') ? '; Secure' : ''
  return `${name}=${value}; Max-Age=${lifetimeSeconds}; Path=/; HttpOnly; SameSite=Strict${secure}`
}
