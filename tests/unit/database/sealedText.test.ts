import { chmodSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, describe, expect, test } from 'vitest'
import { addKey } from '#server/database/sealed/keyFile'
import { Keys, keyFileOf } from '#server/database/sealed/keys'
import { SealedTextError, seal } from '#server/database/sealed/sealedText'
import { OperatorError } from '#server/errors'

const folders: string[] = []
afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true })
})
function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'alo-keys-'))
  folders.push(folder)
  return folder
}
const secret = (fill: number) => Buffer.alloc(32, fill).toString('base64')
const keysOf = (...given: string[]) =>
  Object.assign(new Keys({ given, file: '/nowhere/chave-senhas' }), { allSealed: true })
const open = (keys: Keys, place: string, text: string) => {
  const bytes = Buffer.from(text)
  return keys.open(place, bytes, 0, bytes.length)?.toString()
}
const text = fc.string({ unit: 'binary', minLength: 1 }).filter((value) => value.isWellFormed())
const place = fc.integer({ min: 1, max: 2 ** 31 - 1 }).map((id) => `cliente_servico.senha:${id}`)

describe('a sealed text', () => {
  const keys = keysOf(secret(1))
  const key = keys.preferred()

  test('opens to what was sealed, names its version and key, and is different each time', () => {
    fc.assert(
      fc.property(text, place, (value, where) => {
        const sealed = seal(key, where, value)
        expect(sealed).toMatch(/^v1\.[0-9a-f]{8}\.[\w-]+$/)
        expect(sealed.startsWith(`v1.${key.id}.`)).toBe(true)
        expect(seal(key, where, value)).not.toBe(sealed)
        expect(open(keys, where, sealed)).toBe(value)
      }),
      { numRuns: 500 },
    )
  })

  test('is refused with any bit flipped, cut short or made longer', () => {
    const change = fc.record({ value: text, at: fc.nat(), bit: fc.integer({ min: 0, max: 7 }) })
    fc.assert(
      fc.property(change, place, ({ value, at, bit }, where) => {
        const bytes = Buffer.from(seal(key, where, value))
        const refused = (wrong: Buffer) =>
          expect(() => keys.open(where, wrong, 0, wrong.length)).toThrow(SealedTextError)
        const flipped = Buffer.from(bytes)
        const place = at % bytes.length
        flipped[place] = (flipped[place] ?? 0) ^ (1 << bit)
        refused(flipped)
        refused(bytes.subarray(0, -1))
        refused(Buffer.concat([bytes, Buffer.from('A')]))
      }),
      { numRuns: 3_000 },
    )
  })

  test('opens only in its own row and column', () => {
    fc.assert(
      fc.property(text, place, place, (value, here, elsewhere) => {
        fc.pre(here !== elsewhere)
        const sealed = seal(key, here, value)
        expect(() => open(keys, elsewhere, sealed)).toThrow(SealedTextError)
        expect(() => open(keys, here.replace('servico.', 'servico_senha.'), sealed)).toThrow(SealedTextError)
      }),
    )
  })

  test('is refused with a key of another id, and with another key of the same id', () => {
    const sealed = seal(key, 'a:1', 'segredo-da-casa')
    expect(() => open(keysOf(secret(2)), 'a:1', sealed)).toThrow(/which is not at hand/)
    const other = keysOf(secret(2))
    const named = sealed.replace(key.id, other.preferred().id)
    expect(() => open(other, 'a:1', named)).toThrow(/not sealed with the key/)
    for (const refused of [() => open(keysOf(secret(2)), 'a:1', sealed), () => open(other, 'a:1', named)]) {
      expect(refused).not.toThrow('segredo')
      expect(refused).not.toThrow(sealed.slice(12))
    }
  })

  test('may stand beside texts in clear until all are sealed; then a text in clear is refused', () => {
    const before = Object.assign(keysOf(secret(1)), { allSealed: false })
    expect(open(before, 'a:1', 'em claro')).toBeUndefined()
    expect(() => open(keys, 'a:1', 'em claro')).toThrow(SealedTextError)
    expect(open(keys, 'a:1', '')).toBeUndefined()
    expect(seal(key, 'a:1', '')).toBe('')
  })
})

describe('the key file', () => {
  test('is made when a key is first needed, is its owner’s alone, and is used again later', () => {
    const file = keyFileOf(join(newFolder(), 'new'))
    const first = new Keys({ given: [], file })
    expect(first.ids).toEqual([])
    const { id } = first.preferred()
    expect(statSync(file).mode & 0o777).toBe(0o600)
    expect(readdirSync(join(file, '..'))).toEqual(['chave-senhas'])
    expect(new Keys({ given: [], file }).preferred().id).toBe(id)
    const content = readFileSync(file, 'utf8')
    first.preferred()
    expect(readFileSync(file, 'utf8')).toBe(content)
  })

  test('is refused when others may use it, with the chmod to run, and when it holds anything but keys', () => {
    const file = keyFileOf(newFolder())
    new Keys({ given: [], file }).preferred()
    for (const mode of [0o640, 0o604, 0o620]) {
      chmodSync(file, mode)
      expect(() => new Keys({ given: [], file })).toThrow(`chmod 600 ${file}`)
    }
    chmodSync(file, 0o600)
    for (const content of ['', 'curta\n', `${secret(1)}\nnada\n`]) {
      writeFileSync(file, content)
      expect(() => new Keys({ given: [], file })).toThrow(OperatorError)
    }
    // A container creates a folder in place of a file to mount that does not exist.
    rmSync(file)
    mkdirSync(file, { mode: 0o700 })
    expect(() => new Keys({ given: [], file })).toThrow(`${file} holds the key of the service passwords`)
  })

  test('takes a new key beside the old one, and a running process learns of the new key', () => {
    const file = keyFileOf(newFolder())
    const running = Object.assign(new Keys({ given: [], file }), { allSealed: true })
    const before = running.preferred()
    const rotating = new Keys({ given: [], file })
    const after = rotating.another(before.id)
    expect(after.id).not.toBe(before.id)
    expect(statSync(file).mode & 0o777).toBe(0o600)
    expect(open(running, 'a:1', seal(after, 'a:1', 'nova'))).toBe('nova')
    expect(open(rotating, 'a:1', seal(before, 'a:1', 'velha'))).toBe('velha')
    // A rotation that stopped after it had written its key into the file goes on with that key.
    expect(rotating.another(before.id).id).toBe(after.id)
    addKey(file)
    expect(new Keys({ given: [], file }).ids).toHaveLength(3)
  })

  test('is not made when the environment gives the key; a rotation then wants the new key there too', () => {
    const file = keyFileOf(newFolder())
    const hex = Buffer.alloc(32, 7).toString('hex')
    const keys = new Keys({ given: [hex, secret(8)], file })
    expect(keys.ids).toHaveLength(2)
    expect(keys.preferred().id).toBe(keysOf(secret(7)).preferred().id)
    expect(() => keys.another(keys.preferred().id)).toThrow(/CHAVE_SENHAS_ANTERIOR/)
    expect(keys.another(keysOf(secret(8)).preferred().id).id).toBe(keys.preferred().id)
    expect(readdirSync(join(file, '..'))).toEqual([])
  })
})
