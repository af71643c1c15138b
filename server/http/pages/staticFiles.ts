import { readdir, readFile } from 'node:fs/promises'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { join } from 'node:path'
import Negotiator from 'negotiator'
import { home } from '../../config.ts'

const folder = join(home, '.next', 'static')
const kinds: Record<string, string> = {
  js: 'application/javascript; charset=UTF-8',
  css: 'text/css; charset=UTF-8',
}
/** The copies that the build makes of each file (server/build.mjs), smallest first. */
const copies = [
  { encoding: 'br', ending: '.br' },
  { encoding: 'gzip', ending: '.gz' },
]

/** Answers the request and resolves once it has; undefined when it is for something else. @throws when a read fails */
export type ServeStatic = (request: IncomingMessage, response: ServerResponse) => Promise<void> | undefined

/**
 * Serves the scripts and styles of the screens in the form that the browser takes. A form is read when first asked for
 * and kept, so it is in memory once, however many browsers ask for it and do not read it.
 */
export async function findStaticFiles(): Promise<ServeStatic> {
  const names = await readdir(folder, { recursive: true }).catch(() => [])
  const kindOf = new Map<string, string>()
  for (const name of names) {
    const kind = kinds[name.split('.').at(-1) ?? '']
    if (kind) kindOf.set(`/_next/static/${name}`, kind)
  }
  const kept = new Map<string, Promise<Buffer>>()
  const read = (name: string) => {
    const bytes = kept.get(name) ?? readFile(join(folder, name))
    kept.set(name, bytes)
    bytes.catch(() => kept.delete(name))
    return bytes
  }
  const send = async (request: IncomingMessage, response: ServerResponse, kind: string) => {
    const accepted = new Negotiator(request).encodings(copies.map(({ encoding }) => encoding))
    const copy = copies.find(({ encoding }) => accepted.includes(encoding))
    const bytes = await read(`${request.url?.slice('/_next/static/'.length)}${copy?.ending ?? ''}`)
    response
      .writeHead(200, {
        'content-type': kind,
        ...(copy && { 'content-encoding': copy.encoding }),
        'content-length': bytes.length,
        'cache-control': 'public, max-age=31536000, immutable',
        vary: 'Accept-Encoding',
        'x-content-type-options': 'nosniff',
      })
      .end(bytes)
  }
  return (request, response) => {
    const kind = request.method === 'GET' ? kindOf.get(request.url ?? '') : undefined
    return kind ? send(request, response, kind) : undefined
  }
}
