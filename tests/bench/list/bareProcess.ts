// The yardstick for a cached list: node:http that writes the same bytes.
// Usage: node bareProcess.js <packed file> <plain file>
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { portOf } from '../../support/portOf.ts'
import { serveParent } from '../support/serveParent.ts'

const [packed, plain] = process.argv.slice(2).map((file) => readFileSync(file))
const type = { 'content-type': 'application/json; charset=utf-8' }
const server = createServer(({ headers }, response) => {
  if (headers['if-none-match']) return response.writeHead(304, { etag: headers['if-none-match'] }).end()
  const bytes = headers['accept-encoding'] ? packed : plain
  const encoding = headers['accept-encoding'] && { 'content-encoding': 'gzip' }
  response.writeHead(200, { ...type, ...encoding, 'content-length': bytes?.length }).end(bytes)
})
server.listen(0, '127.0.0.1', () =>
  serveParent(
    { port: portOf(server) },
    () => ({}),
    () => server.close(),
  ),
)
