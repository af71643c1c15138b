import { createServer } from 'node:http'
import { type MessagePort, parentPort, workerData } from 'node:worker_threads'
import next from 'next'
import { overPort } from './overPort.ts'

/** What the thread is told at its start. */
export interface PagesTask {
  dev: boolean
  dir: string
  hostname: string
  port: number
}

const server = createServer()
const pages = next({ ...(workerData as PagesTask), httpServer: server })
await pages.prepare()
server.on('request', pages.getRequestHandler())
// Next logs an error that nobody caught, and goes on. This thread ends instead, and another takes its place.
for (const event of ['uncaughtException', 'unhandledRejection']) process.removeAllListeners(event)
parentPort?.on('message', (port: MessagePort) => void server.emit('connection', overPort(port)))
parentPort?.postMessage('ready')
