import { constants } from 'node:os'
import { runCli } from './runCli.ts'

// What is written holds customers and secrets, wherever it is written.
process.umask(0o077)
const { stdin: input, stdout: out, stderr: err } = process
// Of stdout `runCli` tells; of stderr there is no one to tell.
for (const stream of [out, err]) stream.on('error', () => undefined)
const cut = new AbortController()
// A second one ends it at once.
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, () => cut.abort(128 + constants.signals[signal]))
runCli(process.argv.slice(2), { input, out, err }, undefined, cut.signal).then((code) => process.exit(code))
