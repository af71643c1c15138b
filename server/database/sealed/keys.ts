import { join } from 'node:path'
import { OperatorError } from '../../errors.ts'
import { addKey, createKeyFile, readKey, readKeyFile } from './keyFile.ts'
import { type Key, keyIdAt, keyOf, looksSealed, openSealed, SealedTextError } from './sealedText.ts'

/** Where keys come from, as plain data that can be passed to a worker thread. */
export interface KeySource {
  /** Keys that the environment gives, in base64 or hexadecimal, the one for new texts first. */
  given: string[]
  /** The path of a file of keys, which may be missing. */
  file: string
}

/** The file of the keys below the data folder. */
export const keyFileOf = (dataDir: string) => join(dataDir, 'chave-senhas')

/**
 * The keys at hand: those of the environment, and those of the file, which is read again when a text names a key that is
 * not known yet. The database says which of them seals new texts: `keyInForce`.
 */
export class Keys {
  readonly source: KeySource
  /** Whether the database holds no text in clear any more: a text that is not sealed is then refused. */
  allSealed = false
  readonly #known = new Map<string, Key>()

  /** @throws OperatorError for a file that may not be used as it is */
  constructor(source: KeySource) {
    this.source = source
    this.#read()
  }

  #read(): Key[] {
    const given = this.source.given.map((text) => {
      const bytes = readKey(text)
      if (!bytes) throw new OperatorError('CHAVE_SENHAS must be 32 bytes in base64 or hexadecimal.')
      return keyOf(bytes)
    })
    const keys = [...given, ...readKeyFile(this.source.file).map(keyOf)]
    for (const key of keys) this.#known.set(key.id, key)
    return keys
  }

  /** Ids of the keys at hand. */
  get ids(): string[] {
    return [...this.#known.keys()]
  }

  find(id: string): Key | undefined {
    const known = this.#known.get(id)
    if (known) return known
    this.#read()
    return this.#known.get(id)
  }

  /** The key for new texts: the environment's first, else the newest of the file. Makes the file if there is no key. */
  preferred(): Key {
    let keys = this.#read()
    if (keys.length === 0) {
      createKeyFile(this.source.file)
      keys = this.#read()
    }
    const key = this.source.given.length > 0 ? keys[0] : keys.at(-1)
    if (!key) throw new OperatorError('There is no key for the service passwords.')
    return key
  }

  /**
   * A key other than `than` to rotate to: one of the environment, or one that an interrupted rotation left in the file,
   * or else a new one in the file. @throws OperatorError when the environment gives no other key
   */
  another(than: string): Key {
    const preferred = this.preferred()
    if (preferred.id !== than) return preferred
    if (this.source.given.length > 0)
      throw new OperatorError(
        'CHAVE_SENHAS is the key in force. Name the new key there and this one in CHAVE_SENHAS_ANTERIOR, start every desk anew with both, then rotate: openssl rand -base64 32',
      )
    addKey(this.source.file)
    return this.preferred()
  }

  /**
   * Opens the text that was sealed for `place`. Null for an empty text, and for one in clear, as an earlier version
   * left it.
   * @throws SealedTextError
   */
  open(place: string, bytes: Buffer, from: number, to: number): Buffer | null {
    if (from === to) return null
    if (!looksSealed(bytes, from, to)) {
      if (!this.allSealed) return null
      throw new SealedTextError(`the text of ${place} is not sealed, and all of them were`)
    }
    const id = keyIdAt(bytes, from)
    const key = this.find(id)
    if (!key) throw new SealedTextError(`the text of ${place} is sealed with the key ${id}, which is not at hand`)
    return openSealed(key, place, bytes, from, to)
  }
}
