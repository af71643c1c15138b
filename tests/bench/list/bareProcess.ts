// What a cached list is held against: node:http that writes the same bytes. node bareProcess.js <file>.
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { serveParent } from '../support/serveParent.ts'

const bytes = readFileSync(process.argv[2] ?? '')
const headers = {
  'content-type': 'application/json; charset=utf-8',
  'content-encoding': 'gzip',
  'content-length': bytes.length,
}
const server = createServer((_, response) => response.writeHead(200, headers).end(bytes))
server.listen(0, '127.0.0.1', () =>
  serveParent(
    { port: (server.address() as AddressInfo).port },
    () => ({}),
    () => server.close(),
  ),
)
