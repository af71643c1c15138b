import { demoToken } from '#server/demo/accounts'
import { generateClientes } from '#server/demo/generate/generateClientes'
import { fillClientes } from '../support/fillClientes.ts'
import type { Place } from '../support/place.ts'
import { victim } from './support/deskUnderTorture.ts'

const path = '/api/v1/integracao/cliente/all'
const count = 10_000

/**
 * Reads `rounds` cold lists of 10,000 customers on each database. Every list must have every customer once, in order.
 */
export async function run(rounds: number, say: (line: string) => void): Promise<{ held: boolean; figures: string }> {
  const figures: string[] = []
  let held = true
  for (const kind of ['embedded', 'postgresql'] as const) {
    const whole = await countLists(kind, rounds, say)
    figures.push(`${kind}: ${whole} of ${rounds} whole`)
    held &&= whole === rounds
  }
  return { held, figures: figures.join(', ') }
}

async function countLists(kind: Place, rounds: number, say: (line: string) => void): Promise<number> {
  const place = await victim(kind)
  const { desk } = await place.start({ LISTA_CACHE_SEGUNDOS: '0', DEMO_PBX: 'off' })
  const database = await place.database()
  try {
    await fillClientes(database, generateClientes({ count, seed: 7, firstId: 1_001 }))
    const { rows } = await database.pool.query('SELECT id_cliente FROM cliente ORDER BY data_cadastro, id_cliente')
    const expected = rows.map((row) => row.id_cliente).join()
    let whole = 0
    for (let round = 1; round <= rounds; round++) {
      const answer = await fetch(desk.url + path, { headers: { authorization: demoToken } })
      const { clientes } = (await answer.json()) as { clientes: { id_cliente: number }[] }
      if (clientes.map(({ id_cliente }) => id_cliente).join() === expected) whole++
      else say(`${kind}, round ${round}: ${clientes.length} of ${rows.length} customers`)
    }
    return whole
  } finally {
    await database.close()
    await desk.stop()
    await place.remove()
  }
}
