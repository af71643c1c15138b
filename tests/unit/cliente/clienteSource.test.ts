import { setImmediate } from 'node:timers/promises'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { csvColumns, readCsv } from '#server/cliente/import/csv'
import { readJsonElements, readJsonLines } from '#server/cliente/import/json'
import { type SourceRecord, sniff } from '#server/cliente/import/source'
import { generateClientes } from '#server/demo/generate/generateClientes'
import { disarmed } from '#server/spreadsheet'

const readers = { json: readJsonElements, jsonl: readJsonLines, csv: readCsv }

/** Splits the bytes at these places, even inside a character, an escape or a line's end. Some pieces are empty. */
async function* cut(bytes: Buffer, places: number[]) {
  let from = 0
  for (const place of places.map((share) => Math.floor(share * bytes.length)).sort((a, b) => a - b)) {
    yield bytes.subarray(from, place)
    from = place
  }
  yield bytes.subarray(from)
}

async function readAs(format: keyof typeof readers, bytes: Buffer, places: number[]): Promise<SourceRecord[]> {
  const source = await sniff(cut(bytes, places), undefined)
  expect(source.format).toBe(format)
  const records = []
  for await (const record of readers[format](source.chunks)) records.push(record)
  return records
}
const values = (records: SourceRecord[]) => records.map((record) => ('value' in record ? record.value : record))

const places = fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { maxLength: 40 })
const text = fc.string({
  unit: fc.oneof(
    fc.constantFrom(...'"\\,;:[]{}\n\r\t clientes'),
    fc.string({ unit: 'grapheme', minLength: 1, maxLength: 1 }),
  ),
})
const bom = fc.constantFrom('', '\ufeff')
/** The value after a round trip through JSON: without -0, and with every key as its own property. */
const asJson = <T>(value: T): T => JSON.parse(JSON.stringify(value))
const record = fc
  .dictionary(
    text,
    fc.oneof(text, fc.double({ noNaN: true, noDefaultInfinity: true }), fc.jsonValue({ maxDepth: 3 })),
    { maxKeys: 5 },
  )
  .map((rest) => asJson({ id_cliente: 1, ...rest }))

it('the import reads the same JSON records however the file is laid out and cut into chunks', async () => {
  const layout = fc.constantFrom(undefined, 1, '\t', '\r\n')
  const files = fc.record({
    records: fc.array(record),
    layout,
    bom,
    places,
    before: record,
    after: record,
    bare: fc.boolean(),
  })
  await fc.assert(
    fc.asyncProperty(files, async ({ records, layout, bom, places, before, after, bare }) => {
      const { clientes: _, ...others } = { ...before } as Record<string, unknown>
      const whole = bare ? records : { status: 'success', antes: others, clientes: records, depois: after }
      const json = JSON.stringify(whole, null, layout)
      // Only a first line that is one whole object without the list is read as JSON lines; these files have none.
      const read = await readAs('json', Buffer.from(bom + json), places)
      expect(values(read)).toEqual(records)
      const lines = json.split('\n')
      for (const { line } of read) expect(lines[line - 1]).toMatch(/\S/)
    }),
  )
})

it('the import reads the same JSON lines, with their line numbers, however the file is cut into chunks', async () => {
  const files = fc.record({
    records: fc.array(record, { minLength: 1 }),
    end: fc.constantFrom('\n', '\r\n', '\n\n'),
    bom,
    places,
  })
  await fc.assert(
    fc.asyncProperty(files, async ({ records, end, bom, places }) => {
      const named = records.map(({ clientes: _, ...rest }: Record<string, unknown>) => rest)
      const file = bom + named.map((value) => JSON.stringify(value) + end).join('')
      const read = await readAs('jsonl', Buffer.from(file), places)
      expect(values(read)).toEqual(named)
      expect(read.map(({ line }) => line)).toEqual(named.map((_, at) => at * (end === '\n\n' ? 2 : 1) + 1))
    }),
  )
})

it('the import reads the same CSV records, disarmed cells too, with either separator and however it is cut', async () => {
  const columns = ['id_cliente', 'codigo_cliente', 'nome_razaosocial', 'nome_fantasia', 'rg']
  const cell = text.filter((value) => value !== '')
  const row = fc.record({ id_cliente: fc.nat(), nome_razaosocial: cell, nome_fantasia: cell, rg: cell })
  const files = fc.record({
    rows: fc.array(row),
    separator: fc.constantFrom(',', ';'),
    quotedHeader: fc.boolean(),
    end: fc.constantFrom('\n', '\r\n'),
    bom,
    places,
  })
  const quoted = (value: unknown) => `"${disarmed(String(value)).replaceAll('"', '""')}"`
  await fc.assert(
    fc.asyncProperty(files, async ({ rows, separator, quotedHeader, end, bom, places }) => {
      const header = columns.map((name) => (quotedHeader ? quoted(name) : name)).join(separator)
      const lines = rows.map((row) =>
        columns.map((name) => (name in row ? quoted(row[name as keyof typeof row]) : '')).join(separator),
      )
      const read = await readAs('csv', Buffer.from(bom + [header, ...lines].join(end) + end), places)
      expect(values(read)).toEqual(rows)
    }),
  )
})

it('the import takes a comma inside a cell as text where ; separates cells, and the other way round', async () => {
  const file = 'id_cliente,nome_razaosocial,rg\n1,a;b,2;3\n'
  expect(values(await readAs('csv', Buffer.from(file), []))).toEqual([
    { id_cliente: 1, nome_razaosocial: 'a;b', rg: '2;3' },
  ])
  const other = 'id_cliente;nome_razaosocial;rg\n1;a,b;2,3\n'
  expect(values(await readAs('csv', Buffer.from(other), []))).toEqual([
    { id_cliente: 1, nome_razaosocial: 'a,b', rg: '2,3' },
  ])
  expect(csvColumns).toContain('rg')
})

it('the import tells the line where each CSV record begins, also after empty lines and line breaks in cells', async () => {
  const file = 'sep=|\r\nid_cliente|rg|a column|\r\n\r\n1|"x\r\ny"|z|\r\n2|a|b|\r\n\r\n\r\n3|"c\n\n\nd"||\r\n4|e||'
  await fc.assert(
    fc.asyncProperty(places, async (places) => {
      const notes: string[] = []
      const note = (sentence: string) => void notes.push(sentence)
      const read: SourceRecord[] = []
      for await (const record of readCsv(cut(Buffer.from(file), places), note)) read.push(record)
      expect(read.map(({ line }) => line)).toEqual([4, 6, 9, 13])
      expect(values(read)).toEqual([
        { id_cliente: 1, rg: 'x\r\ny', 'a column': 'z' },
        { id_cliente: 2, rg: 'a', 'a column': 'b' },
        { id_cliente: 3, rg: 'c\n\n\nd' },
        { id_cliente: 4, rg: 'e' },
      ])
      expect(notes).toEqual(['These columns are not imported from a CSV: a column.'])
    }),
  )
})

it.each([
  ['', 'names id_cliente'],
  ['\n\n', 'names id_cliente'],
  ['id_cliente,rg,rg\n1,2,3\n', 'names rg twice'],
])('the import refuses a CSV whose header lacks id_cliente or names a column twice: %j', async (file, why) => {
  await expect(readCsv(cut(Buffer.from(file), [])).next()).rejects.toThrow(why)
})

it('the import skips CSV lines of empty or blank cells, and counts them in the line numbers', async () => {
  const file = 'id_cliente,rg,a\n1,2,3\n,,\n ,"",\t\n2,3,4\n,,,,\n,\n3,4,5\n,,\n'
  await fc.assert(
    fc.asyncProperty(places, async (places) => {
      const read = await readAs('csv', Buffer.from(file), places)
      expect(read.map((record) => [record.line, 'value' in record])).toEqual([
        [2, true],
        [5, true],
        [8, true],
      ])
    }),
  )
})

it('the import refuses an empty or blank file, except as JSON lines, where it has no records', async () => {
  for (const nothing of ['', '\ufeff', ' \n\n']) {
    for (const format of [undefined, 'json', 'csv'] as const)
      await expect(sniff(cut(Buffer.from(nothing), []), format)).rejects.toThrow('The file is empty.')
    const { chunks } = await sniff(cut(Buffer.from(nothing), []), 'jsonl')
    expect(await readJsonLines(chunks).next()).toMatchObject({ done: true })
  }
})

it('the import tells how many cells a CSV line has that has too many or too few', async () => {
  const read = []
  for await (const record of readCsv(cut(Buffer.from('id_cliente,rg,a\n1,2,3,4,5\n6\n'), []))) read.push(record)
  expect(read).toMatchObject([
    { line: 2, unreadable: expect.stringMatching(/^has 5 cells where the header has 3: a comma/) },
    { line: 3, unreadable: 'has 1 cells where the header has 3' },
  ])
})

it('the import reads every CSV record before a quotation mark that is never closed, and tells its line', async () => {
  const lines = Array.from({ length: 99 }, (_, n) => `${n + 1},x`)
  const file = Buffer.from(['id_cliente,rg', ...lines, '100,"x', ...lines].join('\n'))
  const read = []
  for await (const record of readCsv(cut(file, []))) {
    read.push(record)
    await setImmediate()
  }
  expect(read).toHaveLength(100)
  expect(read.at(-1)).toMatchObject({ line: 101, unreadable: expect.stringContaining('is not CSV') })
})

it('the import reports a CSV as unreadable whose line sep= names a quote as the separator', async () => {
  const read = await readCsv(cut(Buffer.from('sep="\nid_cliente\n1\n'), [])).next()
  expect(read.value).toMatchObject({ line: 1, unreadable: expect.stringContaining('is not CSV') })
})

it('the import refuses a file of one very long line, which names no id_cliente', async () => {
  const line = Buffer.from('x'.repeat(1_000_000))
  await expect(readCsv(cut(line, [0.3, 0.6])).next()).rejects.toThrow('names id_cliente')
})

it.each([
  ['[{"a":1}] [{"b":2}]', 1],
  ['{"clientes":[{"a":1}],"total":[1]}\n\n{"clientes":[{"b":2}]}', 3],
  ['[{"a":1}]\n]', 2],
  ['{"clientes":[{"a":1}],"outros":[{"clientes":[1]}],\n"clientes":[{"b":2}]}', 2],
])(
  'the import reports the line of what follows the end of the JSON, and reads nothing from it: %s',
  async (file, line) => {
    await fc.assert(
      fc.asyncProperty(places, async (places) => {
        const read = await readAs('json', Buffer.from(file), places)
        expect(read).toMatchObject([
          { value: { a: 1 } },
          { line, unreadable: expect.stringMatching(/goes on after|second list/) },
        ])
      }),
    )
  },
)

it('the import reads the whole records of a JSON file that was cut off, and reports the line of the break', async () => {
  const clientes = [...generateClientes({ count: 5, seed: 2 })]
  const bytes = Buffer.from(`{"clientes":[\n${clientes.map((cliente) => JSON.stringify(cliente)).join(',\n')}\n]}`)
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: 14, max: bytes.length - 2 }), places, async (length, places) => {
      const read = await readAs('json', bytes.subarray(0, length), places)
      const found = read.filter((record) => 'value' in record)
      expect(values(found)).toEqual(clientes.slice(0, found.length))
      const broken = read.filter((record) => 'unreadable' in record)
      expect(broken).toHaveLength(1)
      // The line is that of the broken record, or that of the end of the last whole one.
      expect([found.length + 1, found.length + 2]).toContain(broken[0]?.line)
    }),
  )
})
