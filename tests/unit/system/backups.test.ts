import { describe, expect, test } from 'vitest'
import { type Backup, judgeBackups } from '#server/backups'

const now = new Date('2026-11-20T12:00:00Z')
const hoursAgo = (hours: number, file = `${hours}`): Backup => ({
  file,
  made: new Date(now.getTime() - hours * 3_600_000),
})
const judge = (...found: Backup[]) => judgeBackups(found, now, { everyHours: 24, keep: 2 })

describe('a backup', () => {
  test('is due when there is none, or the newest is too old by its own date, whatever its file name', () => {
    expect(judge().due).toBe(true)
    expect(judge(hoursAgo(24), hoursAgo(48)).due).toBe(true)
    expect(judge(hoursAgo(48), hoursAgo(23, 'a name of long ago')).due).toBe(false)
  })

  test('with a date in the future does not count as the newest, nor among those to keep', () => {
    const ahead = hoursAgo(-300, 'ahead')
    expect(judge(ahead, hoursAgo(23))).toEqual({ due: false, surplus: [], uncounted: ['ahead'] })
    expect(judge(ahead, hoursAgo(25)).due).toBe(true)
    expect(judge(hoursAgo(1), ahead, hoursAgo(72), hoursAgo(24)).surplus).toEqual(['72'])
  })

  test('without a date is neither counted nor removed', () => {
    const none = { file: 'none', made: null }
    expect(judge(none, hoursAgo(1), hoursAgo(2))).toEqual({ due: false, surplus: [], uncounted: ['none'] })
  })
})
