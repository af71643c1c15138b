import { makeCliente } from '#server/demo/generate/generateClientes'

const MiB = 1024 * 1024
const filling = Buffer.alloc(MiB, 'enchimento \\" ')

/** Bytes read from the file so far, and the process's largest resident memory meanwhile, in bytes. */
interface Seen {
  bytes: number
  peak: number
}

/** Whether a record exceeds the largest size that the import accepts. */
export const isBeyond = (id: number) => id % 13 === 0

/** A file generated while it is read: customers with an unknown field of 15 MiB, or 40 MiB for every thirteenth. */
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
