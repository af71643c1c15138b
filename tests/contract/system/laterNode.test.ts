import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { demoToken } from '#server/demo/accounts'
import { cancelar, notificar } from '../../support/desk.ts'
import { laterNode } from '../../support/laterNode.ts'
import { startProcess } from '../../support/process.ts'
import { sendRequest } from '../../support/request.ts'

const node = laterNode()

// All other tests run desks on the Node that runs the tests.
if (node) {
  test('on Node 24 a desk starts on its embedded database, takes and cancels a call, lists customers, and stops', async () => {
    expect(execFileSync(node, ['--version'], { encoding: 'utf8' })).toMatch(/^v24\./)
    const dataDir = mkdtempSync(join(tmpdir(), 'alo-node-'))
    try {
      const desk = await startProcess({ node, env: { DATA_DIR: dataDir }, args: ['--demo'] })
      const send = (path: string, body?: object) =>
        sendRequest(desk.url, { path, authorization: demoToken, ...(body && { body }) })
      const call = { ramal: 101, telefone: 37999912222, ligacao_params: { call_id: 'a' } }
      expect((await send(notificar, call)).headers['x-ligacao-id']).toMatch(/^[0-9a-f-]{36}$/)
      const list = await send('/api/v1/integracao/cliente/all')
      expect(list.status).toBe(200)
      expect(JSON.parse(list.text).clientes.length).toBeGreaterThan(10)
      expect((await send(cancelar, call)).status).toBe(200)
      await desk.stop()
      expect(desk.child.exitCode).toBe(0)
      expect(desk.output()).not.toMatch(/"level":[56]0|Warning/)
    } finally {
      rmSync(dataDir, { recursive: true, force: true })
    }
  })
}
