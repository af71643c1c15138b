import { loadavg } from 'node:os'

/** Prints a table: the first column aligned left, the others right. */
export function printTable(rows: readonly (readonly string[])[]): void {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)))
  for (const row of rows) {
    const cells = row.map((cell, column) =>
      column === 0 ? cell.padEnd(widths[column] ?? 0) : cell.padStart(widths[column] ?? 0),
    )
    print(`  ${cells.join('   ').trimEnd()}`)
  }
}

export const print = (line = '') => void process.stdout.write(`${line}\n`)

/** How busy the machine is. On a busy machine only ratios mean something, not absolute figures. */
export const machineLoad = () => `load ${loadavg()[0]?.toFixed(1)}`
