import { closeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { JsonBuffer, shapeOf } from '#server/cliente/rows/joiner/jsonBuffer'
import { openNamelessFile } from '#server/cliente/rows/joiner/namelessFile'
import { ListOrder } from '#server/cliente/rows/joiner/readBatches'

/** A text in the format in which COPY writes it: PostgreSQL's documentation, "COPY", Text Format. */
function copied(text: string | null): string {
  if (text === null) return '\\N'
  const letters: Record<string, string> = {
    '\b': 'b',
    '\f': 'f',
    '\n': 'n',
    '\r': 'r',
    '\t': 't',
    '\v': 'v',
    '\\': '\\',
  }
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what COPY escapes
  return text.replace(/[\u0008-\u000d\\]/g, (character) => `\\${letters[character]}`)
}

const control = fc.integer({ min: 1, max: 0x1f }).map((code) => String.fromCharCode(code))
const awkward = fc.constantFrom('"', '\\', '\\N', '\\.', '\u007f', 'é', '\u2028', '😀', '')
const text = fc.array(fc.oneof(fc.string({ unit: 'binary' }), control, awkward)).map((parts) => parts.join(''))
// PostgreSQL cannot store NUL or half a surrogate pair.
const storable = text.filter((value) => !value.includes('\0') && value.isWellFormed())

describe('a line of COPY written as JSON', () => {
  test('is what JSON.stringify writes, whatever the texts', () => {
    const line = fc.array(fc.oneof(storable, fc.constant(null)), { minLength: 1, maxLength: 6 })
    fc.assert(
      fc.property(line, fc.integer(), (values, number) => {
        const names = ['numero', ...values.map((_, index) => `campo_${index}`)]
        const shape = shapeOf(names.map((name, index) => ({ name, bare: index === 0 })))
        const bytes = Buffer.from(`${[String(number), ...values.map(copied), 'next'].join('\t')}\n`)
        const json = new JsonBuffer()
        const after = json.object(shape, bytes, 0, bytes.length - 1)
        const expected = Object.fromEntries(
          names.map((name, index) => [name, index === 0 ? number : values[index - 1]]),
        )
        expect(`${json.bytes.toString('utf8', 0, json.length)}}`).toBe(JSON.stringify(expected))
        expect(bytes.toString('utf8', after)).toBe('next\n')
      }),
      { numRuns: 2_000 },
    )
  })

  test('is written whole, even if its escapes make it longer than the buffer', () => {
    const value = '\u0001'.repeat(3_000_000)
    const bytes = Buffer.from(`${value}\n`)
    const json = new JsonBuffer()
    json.object(shapeOf([{ name: 'campo', bare: false }]), bytes, 0, bytes.length - 1)
    expect(`${json.bytes.toString('utf8', 0, json.length)}}`).toBe(JSON.stringify({ campo: value }))
  })
})

describe('the order of the customer list', () => {
  test('is kept in whatever order customers are read, and deleted customers are left out', async () => {
    const reading = fc
      .array(
        fc.string({ unit: 'binary', maxLength: 200 }).filter((json) => json.isWellFormed()),
        { maxLength: 60 },
      )
      .chain((list) =>
        fc.record({
          list: fc.constant(list),
          places: fc.shuffledSubarray([...list.keys()], { minLength: list.length }),
          batchSize: fc.integer({ min: 1, max: 20 }),
        }),
      )
    const file = await openNamelessFile(tmpdir())
    fc.assert(
      fc.property(reading, ({ list, places, batchSize }) => {
        const order = new ListOrder(list.length, file)
        const given: string[] = []
        for (let from = 0; from < places.length; from += batchSize) {
          const batch = places.slice(from, from + batchSize)
          const texts = batch.map((place) => Buffer.from(list[place] as string))
          let end = 0
          const ends = Int32Array.from(texts, ({ length }) => {
            end += length
            return end
          })
          for (const json of order.take({ bytes: Buffer.concat(texts), ends }, batch)) given.push(json.toString())
        }
        expect(given).toEqual(list.filter((json) => json !== ''))
      }),
      { numRuns: 3_000 },
    )
    closeSync(file)
  })

  /** Gives batches of texts with their places to a `ListOrder`. Returns the texts that each batch released. */
  async function given(count: number, batches: [places: number[], texts: string[]][]): Promise<string[][]> {
    const file = await openNamelessFile(tmpdir())
    const order = new ListOrder(count, file)
    const all = batches.map(([places, texts]) => {
      const ends = Int32Array.from(texts, (_, index) => texts.slice(0, index + 1).join('').length)
      return Array.from(order.take({ bytes: Buffer.from(texts.join('')), ends }, places), String)
    })
    closeSync(file)
    return all
  }

  test('gives each customer as soon as all before it have been read, and keeps the others until then', async () => {
    const batches: [number[], string[]][] = [
      [
        [0, 3],
        ['a', 'dd'],
      ],
      [[2], ['ccc']],
      [[1], ['b']],
    ]
    expect(await given(4, batches)).toEqual([['a'], [], ['b', 'ccc', 'dd']])
  })

  test('skips a deleted customer, but still waits for the next customer that was not read yet', async () => {
    const batches: [number[], string[]][] = [
      [
        [1, 2],
        ['b', ''],
      ],
      [
        [0, 4],
        ['a', 'e'],
      ],
      [[3], ['d']],
    ]
    expect(await given(5, batches)).toEqual([[], ['a', 'b'], ['d', 'e']])
  })
})
