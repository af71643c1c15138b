import { type ChildProcess, execFile } from 'node:child_process'
import { mkdtempSync, renameSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished } from 'vitest'
import { writeClientes } from '#server/cliente/rows/write'
import { demoToken } from '#server/demo/accounts'
import { generateClientes } from '#server/demo/generate/generateClientes'
import { startDesk, type TestDesk } from './desk.ts'
import { emptyDatabase } from './ownDatabase.ts'
import { said } from './process.ts'

export interface Place {
  dataDir: string
  databaseUrl?: string | undefined
}
export type Ran = { code: number; out: string; err: string }

const firstId = 20_000
const { PATH = '', HOME = '' } = process.env

/** Runs the built command as operators do, behind `before` where a shell prepares it. */
export function started(place: Place, args: string[], before = ''): { child: ChildProcess; ran: Promise<Ran> } {
  const { dataDir, databaseUrl = '' } = place
  const env = { PATH, HOME, NODE_ENV: 'production', DATA_DIR: dataDir, DATABASE_URL: databaseUrl } as const
  const line = ['-c', `${before} exec "$@"`, 'sh', process.execPath, 'dist/cli.js', ...args]
  const { promise: ran, resolve } = withResolvers<Ran>()
  const child = execFile('sh', line, { env }, (error, out, err) =>
    resolve({ code: error ? Number(error.code ?? -1) : 0, out, err: said(err) }),
  )
  return { child, ran }
}
export const command = (place: Place, ...args: string[]) => started(place, args).ran

function withResolvers<T>(): { promise: Promise<T>; resolve: (value: T) => void } {
  let resolve: (value: T) => void = () => {}
  const promise = new Promise<T>((settle) => {
    resolve = settle
  })
  return { promise, resolve }
}

/** A desk with customers whose passwords are sealed, and what is looked at in it. */
export class SealedDesk {
  readonly folder = mkdtempSync(join(tmpdir(), 'alo-key-'))
  readonly people = [...generateClientes({ count: 500, seed: 3, firstId })]
  readonly given = this.passwordsOf(this.people)
  #desks: TestDesk[] = []

  get desk(): TestDesk {
    const desk = this.#desks.at(-1)
    if (!desk) throw new Error('it was not opened')
    return desk
  }
  get place(): Place {
    return { dataDir: this.desk.config.dataDir, databaseUrl: this.desk.config.databaseUrl }
  }
  get keyFile(): string {
    return join(this.desk.config.dataDir, 'chave-senhas')
  }

  async open(): Promise<void> {
    this.#desks.push(await startDesk({ listaCacheSegundos: 0 }))
    await writeClientes(this.desk.database, this.people)
  }

  /** Starts the desk that has left on its own database. */
  async again(): Promise<void> {
    this.#desks.push(await startDesk({ ...this.desk.config, port: 0 }))
  }

  async close(): Promise<void> {
    for (const desk of this.#desks.toReversed()) await desk.stop()
    rmSync(this.folder, { recursive: true, force: true })
  }

  passwordsOf(records: { servicos: { senha: string; senhas: { senha: string }[] }[] }[]): string[] {
    return records
      .flatMap(({ servicos }) => servicos.flatMap(({ senha, senhas }) => [senha, ...senhas.map((each) => each.senha)]))
      .sort()
  }

  /** The key file away while the work lasts. */
  async without(work: () => Promise<void>): Promise<void> {
    const away = join(this.folder, 'away')
    renameSync(this.keyFile, away)
    try {
      await work()
    } finally {
      rmSync(this.keyFile, { recursive: true, force: true })
      renameSync(away, this.keyFile)
    }
  }

  /** A place with nothing in it. */
  async emptyPlace(): Promise<Place> {
    const place: Place = { dataDir: mkdtempSync(join(this.folder, 'new-')) }
    const own = await emptyDatabase()
    onTestFinished(own.remove)
    return { ...place, databaseUrl: own.databaseUrl }
  }

  /** The passwords that the list gives. */
  async listed(): Promise<string[]> {
    const path = '/api/v1/integracao/cliente/all?cancelado=sim&relacoes=senhas'
    const answer = await this.desk.send({ path, authorization: demoToken })
    expect(answer.status).toBe(200)
    return this.passwordsOf(
      answer.json.clientes.filter(({ id_cliente }: { id_cliente: number }) => id_cliente >= firstId),
    )
  }

  /** How many texts there are of each key. */
  async texts(): Promise<Record<string, number>> {
    const { rows } = await this.desk.database.pool.query<{ chave: string; quantos: number }>(
      `SELECT substr(senha_cifrada, 4, 8) AS chave, count(*)::int AS quantos
       FROM (SELECT senha_cifrada FROM cliente_servico UNION ALL SELECT senha_cifrada FROM cliente_servico_senha) t
       WHERE senha_cifrada <> '' GROUP BY 1`,
    )
    return Object.fromEntries(rows.map(({ chave, quantos }) => [chave, quantos]))
  }

  async recorded(acao: string): Promise<unknown[]> {
    const { rows } = await this.desk.database.pool.query('SELECT detalhes FROM auditoria WHERE acao = $1 ORDER BY id', [
      acao,
    ])
    return rows.map(({ detalhes }) => detalhes)
  }
}
