import { runCli } from './runCli.ts'

// What is written holds customers and secrets, wherever it is written.
process.umask(0o077)
const { stdin: input, stdout: out, stderr: err } = process
runCli(process.argv.slice(2), { input, out, err }).then((code) => process.exit(code))
