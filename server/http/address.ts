import { BlockList, isIP, isIPv4 } from 'node:net'
import { LRUCache } from 'lru-cache'

/**
 * An address in the form in which it is compared and stored: IPv4 in its own spelling, without a zone. Null for what is
 * no address, for example after the connection was reset.
 */
export function addressOf(ip = ''): string | null {
  const address = (ip.split('%', 1)[0] ?? '').replace(/^::ffff:(?=[\d.]+$)/i, '')
  return isIP(address) === 0 ? null : address.toLowerCase()
}

/** Addresses of `X-Forwarded-For` without the ports and brackets that some proxies write. */
export const withoutPorts = (forwarded: string): string =>
  forwarded.replace(/\[([\da-f:.]{2,45})\](?::\d+)?|(\d{1,3}(?:\.\d{1,3}){3}):\d+/gi, '$1$2')

/** Prefix lengths that providers give to one customer: a network, the networks of a house, those of a company. */
const prefixes = [64, 56, 48]

/**
 * Whom attempts from an address are counted against, the nearest first: an IPv4 address by itself, an IPv6 address with
 * its whole /64, /56 and /48, since whoever has one address of them may have them all.
 */
export function originsOf(ip?: string): string[] {
  const address = addressOf(ip)
  if (address === null || isIPv4(address)) return [address ?? 'unknown']
  const groups = (text: string) => text.split(':').filter(Boolean)
  const [head = '', tail] = address.split('::')
  const [first, last] = [groups(head), groups(tail ?? '')]
  const whole = tail === undefined ? first : [...first, ...Array(8 - first.length - last.length).fill('0'), ...last]
  const [a, b, c, d = 0] = whole.slice(0, 4).map((group) => Number.parseInt(group, 16))
  const hex = (group = 0) => group.toString(16)
  return prefixes.map((bits) => `${hex(a)}:${hex(b)}:${hex(c)}:${hex(d & (0xffff << (64 - bits)))}::/${bits}`)
}

/** Reads a network as an operator writes it. An address alone is a network of one; null for what is no network. */
export function readNetwork(text: string): { network: string; bits: number; family: 'ipv4' | 'ipv6' } | null {
  const [, network = '', bits] = /^([0-9a-f.:]+)(?:\/(\d{1,3}))?$/i.exec(text) ?? []
  const version = isIP(network)
  // An IPv4 address inside an IPv6 one is compared as the IPv4 address that it is.
  if (version === 0 || /^::ffff:/i.test(network)) return null
  const most = version === 4 ? 32 : 128
  const wanted = bits === undefined ? most : Number(bits)
  return wanted > most ? null : { network, bits: wanted, family: version === 4 ? 'ipv4' : 'ipv6' }
}

type Lists = { ipv4: BlockList; ipv6: BlockList }

const known = new LRUCache<string, Lists>({ max: 1_000 })

/** One list per family: Node 20 finds IPv4 addresses in IPv6 networks when both are in one list. */
function listsOf(networks: readonly string[]): Lists {
  const key = networks.join(',')
  const made = known.get(key)
  if (made) return made
  const lists = { ipv4: new BlockList(), ipv6: new BlockList() }
  for (const each of networks) {
    const read = readNetwork(each)
    if (read) lists[read.family].addSubnet(read.network, read.bits, read.family)
  }
  known.set(key, lists)
  return lists
}

/** Whether an address lies in one of the networks; false for a text that is no address. */
export function isWithin(ip: string, networks: readonly string[]): boolean {
  const address = addressOf(ip)
  if (address === null) return false
  const family = isIPv4(address) ? 'ipv4' : 'ipv6'
  return listsOf(networks)[family].check(address, family)
}
