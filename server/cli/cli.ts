import { constants } from 'node:os'
import { runCli } from './runCli.ts'

// Only their owner may read the files that commands write: they hold customers' data and secrets.
process.umask(0o077)
const { stdin: input, stdout: out, stderr: err } = process
// `runCli` reports an error of stdout; an error of stderr cannot be reported anywhere.
for (const stream of [out, err]) stream.on('error', () => undefined)
const cut = new AbortController()
// A second signal ends the process at once.
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, () => cut.abort(128 + constants.signals[signal]))
runCli(process.argv.slice(2), { input, out, err }, undefined, cut.signal).then((code) => process.exit(code))
