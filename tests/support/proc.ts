import { readFileSync, writeFileSync } from 'node:fs'

// What Linux says of a process, proc(5); NaN where there is no /proc.
const read = (pid: number, what: string): string => {
  try {
    return readFileSync(`/proc/${pid}/${what}`, 'utf8')
  } catch {
    return ''
  }
}

/** The processor's time it has had, in milliseconds: fields 14 and 15 of stat, in hundredths of a second. */
export function cpuMs(pid: number): number {
  const stat = read(pid, 'stat')
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  return 10 * (Number(fields[11]) + Number(fields[12]))
}

const kibOf = (pid: number, name: string) =>
  Number(new RegExp(`${name}:\\s+(\\d+)`).exec(read(pid, 'status'))?.[1] ?? Number.NaN)

/** Its memory now and at its most since {@link forgetPeak}, in KiB. */
export const memoryKiB = (pid: number) => kibOf(pid, 'VmRSS')
export const peakKiB = (pid: number) => kibOf(pid, 'VmHWM')
export const forgetPeak = (pid: number) => writeFileSync(`/proc/${pid}/clear_refs`, '5')
