import { expect, test } from 'vitest'
import { ownDatabase } from '../../support/ownDatabase.ts'
import { freePort, startProcess, startRefused } from '../../support/process.ts'

test('a second desk on one data folder refuses clearly, and the first goes on', async () => {
  const own = await ownDatabase()
  const first = await startProcess({ env: { DATA_DIR: own.dataDir }, args: ['--demo'] })
  try {
    const { code, output } = await startRefused({ DATA_DIR: own.dataDir, PORT: String(await freePort()) }, ['--demo'])
    expect(code).toBe(1)
    expect(output).toContain(own.dataDir)
    expect(output).toContain(String(first.child.pid))
    expect(output).not.toMatch(/^ {4}at /m)
    expect((await fetch(`${first.url}/readyz`)).status).toBe(200)
  } finally {
    await first.stop()
    await own.remove()
  }
})
