import type { Owner } from './lock.ts'

/** A second server on one data folder would corrupt it. The message tells the operator who holds it and what to do. */
export class DataFolderInUseError extends Error {
  readonly pid: number
  constructor(folder: string, owner: Owner) {
    const who = owner.role === 'server' ? 'another Alô server' : 'an Alô command'
    super(
      `The data folder ${folder} is in use by ${who} (process ${owner.pid}, since ${owner.since}), and two at once would ` +
        `corrupt it. Stop process ${owner.pid} first, or give this server a folder of its own with DATA_DIR.`,
    )
    this.name = 'DataFolderInUseError'
    this.pid = owner.pid
  }
}
