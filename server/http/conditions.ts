import type { Encoding } from '../cliente/list/entry.ts'

/** gzip where the caller accepts it with a weight above zero. RFC 9110, 12.5.3. */
export function encodingOf(acceptEncoding: string | undefined): Encoding {
  const weights = new Map<string, number>()
  for (const part of (acceptEncoding ?? '').toLowerCase().split(',')) {
    const [name = '', ...parameters] = part.split(';').map((text) => text.trim())
    const weight = parameters.find((text) => text.startsWith('q='))
    weights.set(name, weight ? Number(weight.slice(2)) : 1)
  }
  const weight = weights.get('gzip') ?? weights.get('x-gzip') ?? weights.get('*') ?? 0
  return weight > 0 ? 'gzip' : 'identity'
}

/** Whether `If-None-Match` names the tag; compared weakly, as that header asks. RFC 9110, 13.1.2. */
export function namesEtag(ifNoneMatch: string, etag: string): boolean {
  const tags = ifNoneMatch.split(',').map((tag) => tag.trim().replace(/^W\//, ''))
  return tags.includes('*') || tags.includes(etag)
}
