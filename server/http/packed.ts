import { readdir, readFile } from 'node:fs/promises'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { join } from 'node:path'
import Negotiator from 'negotiator'
import { home } from '../config.ts'

const folder = join(home, '.next', 'static')
const kinds: Record<string, string> = {
  '.js': 'application/javascript; charset=UTF-8',
  '.css': 'text/css; charset=UTF-8',
}

/**
 * What the build packed as well as can be (server/build.mjs), held in memory: Next would pack it anew for each browser,
 * in haste and larger. The function answers a request for such a file where the browser takes it so, and says whether.
 */
export async function readPacked(): Promise<(request: IncomingMessage, response: ServerResponse) => boolean> {
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
