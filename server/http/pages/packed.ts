import { readdir, readFile } from 'node:fs/promises'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { join } from 'node:path'
import Negotiator from 'negotiator'
import { home } from '../../config.ts'

const folder = join(home, '.next', 'static')
const kinds: Record<string, string> = {
  '.js': 'application/javascript; charset=UTF-8',
  '.css': 'text/css; charset=UTF-8',
}

/** Answers the request, if it can, and returns whether it did. */
export type Packed = (request: IncomingMessage, response: ServerResponse) => boolean

/**
 * Serves the scripts and styles that the build compressed with Brotli's best (server/build.mjs), from memory: Next
 * would compress them for every browser anew, quickly and larger. The returned function answers a request for such a
 * file from a browser that accepts Brotli.
 */
export async function readPacked(): Promise<Packed> {
  const found = await readdir(folder, { recursive: true }).catch(() => [])
  const files = new Map<string, { bytes: Buffer; kind: string }>()
  for (const name of found) {
    const [, plain = '', ending = ''] = /^(.*(\.js|\.css))\.br$/.exec(name) ?? []
    const kind = kinds[ending]
    if (kind) files.set(`/_next/static/${plain}`, { bytes: await readFile(join(folder, name)), kind })
  }
  return (request, response) => {
    const file = request.method === 'GET' ? files.get(request.url ?? '') : undefined
    if (!file || new Negotiator(request).encoding(['br', 'identity']) !== 'br') return false
    response
      .writeHead(200, {
        'content-type': file.kind,
        'content-encoding': 'br',
        'content-length': file.bytes.length,
        'cache-control': 'public, max-age=31536000, immutable',
        vary: 'Accept-Encoding',
      })
      .end(file.bytes)
    return true
  }
}
