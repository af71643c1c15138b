import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { fillTemplate } from './template.ts'

/** One migrated data folder, which every test file copies. */
export default async function setup(project: TestProject): Promise<() => void> {
  const template = mkdtempSync(join(tmpdir(), 'alo-template-'))
  await fillTemplate({ dataDir: template })
  project.provide('base', { kind: 'embedded', template })
  return () => rmSync(template, { recursive: true, force: true })
}
