import { mkdtempSync, renameSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished } from 'vitest'
import { writeClientes } from '#server/cliente/rows/write/writeClientes'
import { demoToken } from '#server/demo/accounts'
import { generateClientes } from '#server/demo/generate/generateClientes'
import type { Place } from './cliRun.ts'
import { startDesk, type TestDesk } from './desk.ts'
import { emptyDatabase } from './ownDatabase.ts'

const firstId = 20_000

/** A desk with customers whose passwords are encrypted, and helpers for tests of the key. */
export class SealedDesk {
  readonly folder = mkdtempSync(join(tmpdir(), 'alo-key-'))
  readonly people = [...generateClientes({ count: 150, seed: 3, firstId })]
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

  /** Starts another desk on the database of the one that has left. */
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

  /** Moves the key file away while `work` runs. */
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

  /** An empty database and an empty data folder. */
  async emptyPlace(): Promise<Place & { dataDir: string }> {
    const own = await emptyDatabase()
    onTestFinished(own.remove)
    return { dataDir: mkdtempSync(join(this.folder, 'new-')), databaseUrl: own.databaseUrl }
  }

  /** The passwords in the customer list, sorted. */
  async listed(): Promise<string[]> {
    const path = '/api/v1/integracao/cliente/all?cancelado=sim&relacoes=senhas'
    const answer = await this.desk.send({ path, authorization: demoToken })
    expect(answer.status).toBe(200)
    return this.passwordsOf(
      answer.json.clientes.filter(({ id_cliente }: { id_cliente: number }) => id_cliente >= firstId),
    )
  }

  /** How many encrypted texts exist for each key, by the key's name. */
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
