import { constants } from 'node:os'
import { runCli } from './runCli.ts'

// Only their owner may read the files that commands write: they hold customers' data and secrets.
process.umask(0o077)
const { stdin: input, stdout: out, stderr: err } = process
// `runCli` reports an error of stdout; an error of stderr cannot be reported anywhere.
for (const stream of [out, err]) stream.on('error', () => undefined)
const cut = new AbortController()
const interrupt = (signal: NodeJS.Signals) => cut.abort(128 + constants.signals[signal])
// A second signal ends the process at once; but a terminal that closes may send SIGHUP twice.
process.once('SIGINT', interrupt).once('SIGTERM', interrupt).on('SIGHUP', interrupt)
runCli(process.argv.slice(2), { input, out, err }, undefined, cut.signal).then((code) => process.exit(code))
