import { readFileSync, writeFileSync } from 'node:fs'

// Figures from Linux about a process, see proc(5); NaN on systems without /proc.
const read = (pid: number, what: string): string => {
  try {
    return readFileSync(`/proc/${pid}/${what}`, 'utf8')
  } catch {
    return ''
  }
}

/** Processor time used by the process, in milliseconds: fields 14 and 15 of stat, in hundredths of a second. */
export function cpuMs(pid: number): number {
  const stat = read(pid, 'stat')
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  return 10 * (Number(fields[11]) + Number(fields[12]))
}

const kibOf = (pid: number, name: string) =>
  Number(new RegExp(`${name}:\\s+(\\d+)`).exec(read(pid, 'status'))?.[1] ?? Number.NaN)

/** The process's resident memory now, and its peak since {@link forgetPeak}, in KiB. */
export const memoryKiB = (pid: number) => kibOf(pid, 'VmRSS')
export const peakKiB = (pid: number) => kibOf(pid, 'VmHWM')
export const forgetPeak = (pid: number) => writeFileSync(`/proc/${pid}/clear_refs`, '5')
