import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { io } from 'socket.io-client'
import { expect, onTestFinished, test } from 'vitest'
import { DatabaseSilentError } from '#server/database/away'
import { Others } from '#server/database/others/others'
import { openHub, type Person } from '#server/realtime/hub'

test('the recheck of sessions is retried while the database fails, then disconnects a screen without one', async () => {
  const told: string[] = []
  const tell = (_facts: object, message: string) => void told.push(message)
  const hub = openHub({ publicUrl: undefined, others: new Others(), log: { info: tell, warn: tell, error: tell } })
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(hub.close)
  const people = new Map<string | undefined, Person | null>([
    ['stays', { sessaoId: 1, usuarioId: 1 }],
    ['goes', { sessaoId: 2, usuarioId: 2 }],
  ])
  let failures = 0
  const asked: (string | undefined)[] = []
  hub.open(server, {
    recognize: async (cookie) => {
      if (failures-- > 0) throw new DatabaseSilentError('the database does not answer')
      asked.push(cookie)
      return people.get(cookie) ?? null
    },
    serve: (socket) => void socket.emit('served'),
  })
  const open = async (cookie: string) => {
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    const socket = io(url, { transports: ['websocket'], extraHeaders: { cookie }, reconnection: false, forceNew: true })
    onTestFinished(() => void socket.close())
    await new Promise((resolve) => socket.once('served', resolve))
    return socket
  }
  const [stays, goes] = [await open('stays'), await open('goes')]
  const gone = new Promise((resolve) => goes.once('disconnect', resolve))
  people.set('goes', null)
  asked.length = 0
  failures = 2
  await hub.recheck()
  expect(await gone).toBe('io server disconnect')
  expect([asked, stays.connected, hub.count()]).toEqual([['stays', 'goes'], true, 1])
  expect(told).toEqual(['a screen could not be asked for its session again: trying until it was'])
})
