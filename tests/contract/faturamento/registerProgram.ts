// Registers events of twelve installments one after another until it is killed, and reports how many it has registered.
// Usage: node registerProgram.js <data folder> <service> <type> [<database url>]
import { openDatabase } from '#server/database/open'
import { registerEvento } from '#server/faturamento/registerEvento'
import { judgeEvento } from '#server/faturamento/rules/registration'
import { deskOver } from '../../support/deskOver.ts'
import { quiet } from '../../support/embedded/folders.ts'
import { parcelado } from './evento.ts'

const [dataDir = '', servico, tipo, databaseUrl] = process.argv.slice(2)
const database = await openDatabase({ dataDir, databaseUrl, role: 'server', log: quiet })
const desk = deskOver(database)
const { rows } = await database.pool.query<{ id: number }>('SELECT id FROM token LIMIT 1')
const autor = { tokenId: rows[0]?.id ?? 0, usuarioId: null, ip: '127.0.0.1' }
const judged = judgeEvento(parcelado(100, 12, { id_cliente_servico: servico, id_tipo_servico: tipo }))
for (let done = 1; ; done++) {
  await registerEvento(desk, { ...judged, autor, idempotencyKeys: [`n${done}`] })
  process.send?.({ done })
}
