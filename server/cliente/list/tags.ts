const maxDigests = 256
const maxEach = 16

/**
 * The tags under which lists went out before their last byte, and so their digest, was known. Whoever comes back with
 * one of them has that list, also after it was read anew.
 */
export class GivenTags {
  readonly #tags = new Map<string, string[]>()

  /** The list that went out as `tag` has turned out to have this digest. */
  note(tag: string, digest: string): void {
    const tags = [tag, ...this.of(digest)].slice(0, maxEach)
    this.#tags.delete(digest)
    this.#tags.set(digest, tags)
    const [oldest] = this.#tags.keys()
    if (this.#tags.size > maxDigests && oldest !== undefined) this.#tags.delete(oldest)
  }

  of(digest: string): readonly string[] {
    return this.#tags.get(digest) ?? []
  }
}
