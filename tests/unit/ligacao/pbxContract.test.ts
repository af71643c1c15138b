import fc from 'fast-check'
import { describe, expect, it, vi } from 'vitest'
import { maxRowId } from '#server/http/wire'
import { ligacaoRequest } from '#server/ligacao/wire/ligacao'

const fields = ['ramal', 'identificador_interno', 'telefone', 'id_cliente', 'codigo_cliente', 'ligacao_params'] as const
const read = (body: unknown) => ligacaoRequest.safeParse(body)

describe('the body of notify and cancel', () => {
  it('is validated without an exception, whatever it holds', () => {
    fc.assert(fc.property(fc.anything({ withNullPrototype: true, withBigInt: true }), (body) => void read(body)))
    fc.assert(
      fc.property(
        fc.record(Object.fromEntries(fields.map((name) => [name, fc.jsonValue()]))),
        (body) => void read(body),
      ),
    )
  })

  it('keeps every digit of a ramal and a telephone sent as text', () => {
    const digits = fc.stringMatching(/^\d{1,20}$/)
    fc.assert(
      fc.property(digits, digits, fc.boolean(), (ramal, number, plus) => {
        const telefone = (plus ? '+' : '') + number
        // Only zeros means a hidden number.
        expect(read({ ramal, telefone }).data).toMatchObject({ ramal, telefone: /[1-9]/.test(number) ? telefone : '' })
      }),
    )
  })

  it('may have numbers for ramal and telefone, and a text of digits for a customer’s id', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: Number.MAX_SAFE_INTEGER }), (n) => {
        expect(read({ ramal: n, telefone: n, id_cliente: String(n), codigo_cliente: n }).data).toMatchObject({
          ramal: String(n),
          telefone: String(n),
          // A number too large for an id becomes 0, which no row has.
          id_cliente: n > maxRowId ? 0 : n,
          codigo_cliente: n > maxRowId ? 0 : n,
        })
      }),
    )
  })

  it('may have no numbers too large to be exact, no fractions and no negative numbers', () => {
    const unsafe = fc.oneof(
      fc.double({ min: 2 ** 53, max: 1e30, noNaN: true }),
      fc.double({ noNaN: true, noDefaultInfinity: true }).filter((n) => !Number.isInteger(n)),
      fc.integer({ max: -1 }),
    )
    fc.assert(
      fc.property(unsafe, fc.constantFrom('ramal', 'telefone', 'id_cliente', 'codigo_cliente'), (n, field) => {
        const { error } = read({ identificador_interno: 'ana01', [field]: n })
        expect(error?.issues.map(({ path }) => path)).toEqual([[field]])
      }),
    )
  })

  const ofBytes = (bytes: number) => ({ a: 'é'.repeat((bytes - 8) / 2) + 'x'.repeat(bytes % 2) })
  it.each([
    ['ramal', '1'.repeat(20), '1'.repeat(21)],
    ['identificador_interno', 'é٣'.repeat(32), 'é'.repeat(65)],
    ['telefone', `+${'1'.repeat(64)}`, '1'.repeat(65)],
    ['ligacao_params', ofBytes(16 * 1024), ofBytes(16 * 1024 + 1)],
  ])('may have a %s up to its limit and not beyond', (field, longest, longer) => {
    const other = field === 'ramal' ? { identificador_interno: 'ana01' } : { ramal: 101 }
    expect(read({ ...other, [field]: longest }).error).toBeUndefined()
    expect(read({ ...other, [field]: longer }).error?.issues.map(({ path }) => path)).toEqual([[field]])
  })

  it('is refused at once for a letter with thousands of accents, which would take long to put in order', () => {
    const ordered = vi.spyOn(String.prototype, 'normalize')
    expect(read({ identificador_interno: `a${'\u0301\u0316'.repeat(15_000)}` }).success).toBe(false)
    expect(ordered.mock.contexts.filter((text) => String(text).length > 512)).toEqual([])
    ordered.mockRestore()
  })

  it('is refused with the names of all wrong fields, and of no other', () => {
    const wrong = {
      ramal: 'x',
      identificador_interno: '-',
      telefone: [],
      id_cliente: 0,
      codigo_cliente: '1.0',
      ligacao_params: 'x',
    }
    fc.assert(
      fc.property(fc.subarray([...fields]), (names) => {
        const body = { ramal: 101, ...Object.fromEntries(names.map((name) => [name, wrong[name]])) }
        expect(
          read(body)
            .error?.issues.map(({ path }) => path[0])
            .sort() ?? [],
        ).toEqual([...names].sort())
      }),
    )
  })

  it('may have null or an empty text for an absent field', () => {
    fc.assert(
      fc.property(fc.subarray([...fields]), fc.constantFrom(null, ''), (names, absent) => {
        const { success, data } = read(Object.fromEntries(names.map((name) => [name, absent])))
        expect(success).toBe(false)
        expect(data).toBeUndefined()
        expect(
          read({ ramal: '1', ...Object.fromEntries(names.filter((n) => n !== 'ramal').map((n) => [n, absent])) }).data,
        ).toEqual(expect.objectContaining({ ramal: '1' }))
      }),
    )
  })
})
