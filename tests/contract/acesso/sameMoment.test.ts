import { expect, test } from 'vitest'
import { useDesk } from '../../support/useDesk.ts'

const desk = useDesk()

/** Such transactions are refused at a statement or at their COMMIT, as it happens; in ten rounds both do. */
test('of users that are made at one instant each is there, or its administrator is told to look again', async () => {
  const cookie = await desk.cookie('admin')
  const made: string[] = []
  const told = new Set<number>()
  for (let round = 0; round < 10; round += 1) {
    const names = ['a', 'b', 'c', 'd'].map((letter) => `junto${letter}${round}`)
    const answers = await Promise.all(
      names.map((usuario) =>
        desk.send({
          path: '/api/painel/usuarios',
          headers: { cookie },
          body: { usuario, nome: usuario, papel: 'atendente' },
        }),
      ),
    )
    for (const { status } of answers) told.add(status)
    made.push(...names.filter((_, i) => answers[i]?.status === 200))
  }
  expect([...told].sort()).toEqual([200, 409])
  const { rows } = await desk.database.pool.query(`SELECT usuario FROM usuario WHERE usuario ~ '^junto' ORDER BY id`)
  expect(rows.map(({ usuario }) => usuario).sort()).toEqual(made.sort())
}, 60_000)
