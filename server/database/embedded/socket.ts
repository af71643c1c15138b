import { connect } from 'node:net'
import { join } from 'node:path'
import { SOCKET_NAME } from './dataFolder.ts'

/** Whether a database listens in that socket folder right now. */
export function answers(folder: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(join(folder, SOCKET_NAME))
    const settle = (answer: boolean) => {
      socket.destroy()
      resolve(answer)
    }
    socket.once('connect', () => settle(true))
    socket.once('error', () => settle(false))
  })
}
