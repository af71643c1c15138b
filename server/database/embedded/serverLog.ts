import { closeSync, fstatSync, ftruncateSync, openSync, readSync } from 'node:fs'
import type { Log } from '../../log.ts'
import { textOf } from '../owner.ts'

const lookMs = 500
/** A larger file is emptied: PostgreSQL logs little, and operators read the newest lines. */
const maxBytes = 4 * 1024 * 1024

/** Opens the log file of the server, which outlives the process that started it. */
export const openServerLog = (path: string): number => openSync(path, 'a+', 0o600)

/** What the server has logged since the position `from`, in bytes. */
export function saidSince(file: number, from: number): string {
  const bytes = Buffer.alloc(Math.max(0, fstatSync(file).size - from))
  return bytes.toString('utf8', 0, readSync(file, bytes, 0, bytes.length, from))
}

/**
 * Gives, no more often than that, the last panic that the server has logged since it was asked before. Whenever its
 * disk fails it, a server panics and starts over, for ever, and looks busy meanwhile.
 */
export function panicsIn(path: string, everyMs: number): () => string | undefined {
  let [asked, from] = [performance.now(), textOf(path).length]
  return () => {
    if (performance.now() - asked <= everyMs) return undefined
    const whole = textOf(path)
    // A desk may have emptied the file.
    const said = whole.slice(from > whole.length ? 0 : from)
    asked = performance.now()
    from = whole.length
    return said.split('\n').findLast((text) => text.includes('PANIC:'))
  }
}

/** `2026-11-22 10:00:00.000 UTC [123] FATAL:  text`, by `log_line_prefix`. DETAIL is left out: it may hold values. */
const line = /^\S+ \S+ \S+ \[(\d+)\] (LOG|WARNING|FATAL|PANIC): {2}(.*)$/
const levels: Record<string, 'warn' | 'error'> = { WARNING: 'warn', FATAL: 'warn', PANIC: 'error' }
/** What the server tells a client that comes while it starts or stops, as our own attempts to connect do. */
const notNow = /^the database system is /

/** Copies what the server logs from now on to our own log, line by line. Returns the function that stops this. */
export function followServerLog(path: string, log: Log): () => void {
  const file = openServerLog(path)
  let from = fstatSync(file).size
  const look = () => {
    // Another desk may have emptied the file.
    from = Math.min(from, fstatSync(file).size)
    const said = saidSince(file, from)
    const whole = said.slice(0, said.lastIndexOf('\n') + 1)
    from += Buffer.byteLength(whole)
    for (const text of whole.split('\n')) {
      const [, pid, level = '', message = ''] = line.exec(text) ?? []
      if (pid) log[(notNow.test(message) ? undefined : levels[level]) ?? 'info']({ postgresql: Number(pid) }, message)
    }
    if (from > maxBytes) ftruncateSync(file, 0)
  }
  const timer = setInterval(look, lookMs).unref()
  return () => {
    clearInterval(timer)
    look()
    closeSync(file)
  }
}
