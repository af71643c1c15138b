import { randomBytes } from 'node:crypto'
import { CsvError, parse } from 'csv-parse/sync'
import type { Desk } from '../desk.ts'
import { invalid, Refusal } from '../refusal.ts'
import { hashSenha } from './rows/auth.ts'
import { type By, insertUsuarios, UsuarioChangeError } from './rows/changeUsuario.ts'
import { administeredUsuarios } from './rows/users.ts'
import { type LinhaImportada, type NewUsuarioRequest, newUsuarioRequest, type UsuarioAdministrado } from './wire.ts'

const columns = ['usuario', 'nome', 'papel', 'ramal', 'identificador_interno']
const needed = ['usuario', 'nome', 'papel']
const unique = ['usuario', 'ramal', 'identificador_interno'] as const
/** People in one file at most: about what a request's body has room for, and few enough that nobody waits long. */
const most = 500

type Judged = LinhaImportada & { asked: NewUsuarioRequest | null }

/**
 * Creates the users of a CSV, on record, in one transaction. None is created when a line has a mistake or with `testar`. A
 * line whose name or extension somebody else takes meanwhile is refused alone. Each user chooses a password by a link that
 * is made afterwards.
 * @throws Refusal invalid for a file that is no CSV or has other columns; conflict while others keep changing users
 */
export async function importUsuarios(
  desk: Desk,
  by: By,
  { csv, testar }: { csv: string; testar: boolean },
): Promise<{ criados: number; linhas: LinhaImportada[] }> {
  const lines = judgeTogether(linesOf(csv), await administeredUsuarios(desk, {}))
  let criados = 0
  if (!testar && lines.every(({ erros }) => erros.length === 0)) {
    // All share the hash of one random password that nobody knows: hashing one for each user would take minutes.
    const hash = await hashSenha(desk, randomBytes(32).toString('base64url'))
    const people = lines
      .flatMap(({ asked }) => asked ?? [])
      .map((asked) => ({ ...asked, usuario: asked.usuario.toLowerCase(), hash }))
    const created = await insertUsuarios(desk.database, people, { ...by, detalhes: { por: 'importação' } }).catch(
      meanwhile,
    )
    criados = created.filter(Boolean).length
    for (const [at, { erros }] of lines.entries())
      if (!created[at])
        erros.push('Não foi criada: outra pessoa ficou com o usuário, o ramal ou o identificador agora mesmo')
  }
  return { criados, linhas: lines.map(({ asked: _, ...line }) => line) }
}

function meanwhile(error: unknown): never {
  if (!(error instanceof UsuarioChangeError)) throw error
  throw new Refusal('conflict', 'Outra pessoa alterou usuários agora mesmo: nada foi criado, importe de novo')
}

function linesOf(csv: string): Judged[] {
  const [header = ''] = csv.split('\n', 1)
  const delimiter = header.includes(';') ? ';' : ','
  let records: { record: Record<string, string>; info: { lines: number } }[]
  try {
    records = parse(csv, {
      ...{ bom: true, delimiter, info: true, skip_empty_lines: true, trim: true, relax_column_count: true },
      skip_records_with_empty_values: true,
      columns: checkHeader,
    })
  } catch (error) {
    if (!(error instanceof CsvError)) throw error
    throw invalid({ csv: [`não é um CSV: veja as aspas da linha ${error.lines ?? 1}`] })
  }
  if (records.length === 0) throw invalid({ csv: ['não tem nenhuma pessoa'] })
  if (records.length > most) throw invalid({ csv: [`tem mais de ${most} pessoas: divida em arquivos menores`] })
  return records.map(({ record, info }) => judge(record, info.lines))
}

function checkHeader(names: string[]): string[] {
  const known = names.map((name) => name.trim().toLowerCase())
  // A spreadsheet also writes the columns at its end that were emptied.
  while (known.at(-1) === '') known.pop()
  const missing = needed.filter((name) => !known.includes(name))
  const strange = known.filter((name, at) => !columns.includes(name) || known.indexOf(name) !== at)
  if (missing.length > 0)
    throw invalid({ csv: [`deve ter no cabeçalho ${columns.join(', ')}: falta ${missing.join(', ')}`] })
  if (strange.length > 0)
    throw invalid({
      csv: [`tem no cabeçalho o que não se usa: ${strange.map((name) => name || 'uma coluna sem nome').join(', ')}`],
    })
  return known
}

function judge(record: Record<string, string>, linha: number): Judged {
  const { usuario = '', nome = '' } = record
  const { success, data, error } = newUsuarioRequest.safeParse(record)
  const erros = error?.issues.map(({ path, message }) => `O campo ${path.join('.')} ${message}`) ?? []
  return { linha, usuario, nome, erros, asked: success ? data : null }
}

/**
 * Adds a mistake to each line whose user name, extension or internal id a user or an earlier line already has.
 * Extensions and internal ids of disabled users are free; their user names are not.
 */
function judgeTogether(lines: Judged[], there: readonly UsuarioAdministrado[]): Judged[] {
  for (const name of unique) {
    const taken = new Map<string, string>()
    for (const one of there)
      if (one.ativo || name === 'usuario') taken.set((one[name] ?? '').toLowerCase(), `de ${one.nome}`)
    for (const { asked, erros, linha } of lines) {
      const value = asked?.[name]?.toLowerCase()
      if (!value) continue
      const of = taken.get(value)
      if (of) erros.push(`O campo ${name} (${value}) já é ${of}`)
      else taken.set(value, `da linha ${linha} deste arquivo`)
    }
  }
  return lines
}
