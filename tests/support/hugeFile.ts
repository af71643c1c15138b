import { makeCliente } from '#server/demo/generate/generateClientes'

const MiB = 1024 * 1024
const filling = Buffer.alloc(MiB, 'enchimento \\" ')

/** What was given of a file, in bytes, and the most memory that the process had meanwhile. */
interface Seen {
  bytes: number
  peak: number
}

/** Which of the records are larger than any may be. */
export const isBeyond = (id: number) => id % 13 === 0

/** A file made as it is read: so many customers with a field of 15 MiB that nobody knows, each thirteenth one of 40. */
export function* hugeFile(records: number, seen: Seen) {
  const give = (piece: Buffer) => {
    seen.bytes += piece.length
    seen.peak = Math.max(seen.peak, process.memoryUsage.rss())
    return piece
  }
  yield give(Buffer.from('{"clientes":[\n'))
  for (let id = 1; id <= records; id++) {
    const cliente = makeCliente(1, id)
    yield give(Buffer.from(`${id === 1 ? '' : ',\n'}${JSON.stringify(cliente).slice(0, -1)},"anexo":"`))
    for (let piece = 0; piece < (isBeyond(id) ? 40 : 15); piece++) yield give(filling)
    yield give(Buffer.from('"}'))
  }
  yield give(Buffer.from('\n]}'))
}
