import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { beforeEach, expect, test } from 'vitest'
import { useDesk } from '../../support/useDesk.ts'

// Triggers keep the table of open calls. So it is right whoever writes a call, even a process of the previous version.

const desk = useDesk()
beforeEach(() => desk.clear())

const query = async (text: string, values: unknown[] = []) => (await desk.database.pool.query(text, values)).rows

/** Calls that are open in only one of the two tables. */
const disagreement = () =>
  query(
    `SELECT * FROM (SELECT * FROM ligacao WHERE estado = 'aberta') a
     FULL JOIN ligacao_aberta b ON (b.usuario_id, b.ligacao_id, b.telefone_chave, b.tem_chave)
       = (a.usuario_id, a.id, a.telefone_chave, a.chave IS NOT NULL)
     WHERE a.id IS NULL OR b.ligacao_id IS NULL`,
  )
const opened = () => query('SELECT ligacao_id FROM ligacao_aberta')

const ring = `INSERT INTO ligacao (id, usuario_id, telefone_chave, chave, estado, notificada_em, tocada_em)
  VALUES ($1, (SELECT id FROM usuario WHERE usuario = 'ana'), $2, $3, $4::"EstadoLigacao", now(), now())`

const estado = fc.constantFrom('aberta', 'aberta', 'aberta', 'fechada', 'cancelada', 'perdida', 'expirada')
const at = fc.nat(5)
const write = fc.oneof(
  { weight: 3, arbitrary: fc.record({ what: fc.constant('ring'), keyed: fc.boolean(), estado }) },
  fc.record({ what: fc.constant('estado'), at, estado }),
  fc.record({ what: fc.constant('chave'), at, keyed: fc.boolean() }),
  fc.record({ what: fc.constant('telefone'), at }),
  fc.record({ what: fc.constant('seen'), at }),
  fc.record({ what: fc.constant('delete'), at }),
)

test('after any writes to calls, the table of open calls holds exactly the open ones', async () => {
  let most = 0
  await fc.assert(
    fc.asyncProperty(fc.array(write, { minLength: 5, maxLength: 20 }), async (writes) => {
      await query('DELETE FROM ligacao')
      expect(await opened()).toEqual([])
      const ids: string[] = []
      for (const each of writes) {
        const id = 'at' in each ? ids[each.at] : undefined
        const chave = 'keyed' in each && each.keyed ? randomUUID() : null
        if (each.what === 'ring' && 'estado' in each) {
          ids.unshift(randomUUID())
          await query(ring, [ids[0], randomUUID(), chave, each.estado])
        } else if (each.what === 'estado' && 'estado' in each)
          await query('UPDATE ligacao SET estado = $2, versao = versao + 1 WHERE id = $1', [id, each.estado])
        else if (each.what === 'chave') await query('UPDATE ligacao SET chave = $2 WHERE id = $1', [id, chave])
        else if (each.what === 'telefone')
          await query('UPDATE ligacao SET telefone_chave = $2 WHERE id = $1', [id, randomUUID()])
        else if (each.what === 'seen') await query('UPDATE ligacao SET exibida_em = now() WHERE id = $1', [id])
        else await query('DELETE FROM ligacao WHERE id = $1', [id])
        expect(await disagreement()).toEqual([])
      }
      most = Math.max(most, (await opened()).length)
    }),
    { numRuns: 60 },
  )
  // Guard: there were open calls to compare.
  expect(most).toBeGreaterThan(2)
})

test('a user has one open call without a key for a telephone, and another only after it is over', async () => {
  const [first, second] = [randomUUID(), randomUUID()]
  await query(ring, [first, '37999912222', null, 'aberta'])
  await expect(query(ring, [second, '37999912222', null, 'aberta'])).rejects.toMatchObject({ code: '23505' })
  await query(`UPDATE ligacao SET estado = 'fechada' WHERE id = $1`, [first])
  await query(ring, [second, '37999912222', null, 'aberta'])
  await expect(query(`UPDATE ligacao SET estado = 'aberta' WHERE id = $1`, [first])).rejects.toMatchObject({
    code: '23505',
  })
  expect(await opened()).toEqual([{ ligacao_id: second }])
})

test('the index columns of a call do not change with a cancel; a missed call waits for a call back, a closed one not', async () => {
  const id = randomUUID()
  await query(ring, [id, '37999912222', 'k', 'aberta'])
  const marks = async () => (await query('SELECT por_retornar, por_prazo FROM ligacao'))[0]
  const after = async (estado: string) => {
    await query('UPDATE ligacao SET estado = $2::"EstadoLigacao" WHERE id = $1', [id, estado])
    return marks()
  }
  expect(await marks()).toEqual({ por_retornar: true, por_prazo: false })
  expect(await after('cancelada')).toEqual({ por_retornar: true, por_prazo: false })
  expect(await after('perdida')).toEqual({ por_retornar: true, por_prazo: true })
  expect(await after('expirada')).toEqual({ por_retornar: true, por_prazo: true })
  expect(await after('fechada')).toEqual({ por_retornar: false, por_prazo: false })
})
