// The yardstick for the desk: node:http and Socket.IO, one INSERT through the same kind of pool, then the emit. It
// checks no token, session or input, looks for no customer and keeps no order. Usage: node bareProcess.js <database
// url> <folder>
import { randomUUID } from 'node:crypto'
import { createServer } from 'node:http'
import { Server } from 'socket.io'
import { openDatabase } from '#server/database/open'
import { quiet } from '../../support/embedded/folders.ts'
import { portOf } from '../../support/portOf.ts'
import { serveParent } from '../support/serveParent.ts'

const [databaseUrl, dataDir = ''] = process.argv.slice(2)
const database = await openDatabase({ databaseUrl, dataDir, log: quiet, role: 'server' })
const text = 'INSERT INTO bare_ligacao (id, ramal, telefone, ligacao_params, notificada_em) VALUES ($1, $2, $3, $4, $5)'
const insert = (values: unknown[]) => database.pool.query({ name: 'bare_insert', text, values })

const server = createServer((request, response) => {
  const pieces: Buffer[] = []
  request.on('data', (piece) => pieces.push(piece))
  request.on('end', async () => {
    const { ramal, telefone, ligacao_params } = JSON.parse(Buffer.concat(pieces).toString())
    const id = randomUUID()
    const now = new Date()
    await insert([id, ramal, telefone, JSON.stringify(ligacao_params), now])
    io.to(ramal).emit('ligacao:aberta', { id, ramal, telefone, ligacao_params, notificada_em: now })
    response.writeHead(200, { 'content-type': 'application/json', 'x-ligacao-id': id })
    response.end('{"status":"success","msg":"ok"}')
  })
})
const io = new Server(server, { serveClient: false })
io.on('connection', (socket) => {
  socket.join(String(socket.handshake.auth.ramal))
  socket.on('ligacoes:sincronizar', (answer) => answer({ ligacoes: [] }))
  socket.emit('ligacoes:abertas', { ligacoes: [] })
})
server.listen(0, '127.0.0.1', () =>
  serveParent(
    { port: portOf(server) },
    () => ({}),
    async () => {
      await io.close()
      await database.close()
    },
  ),
)
