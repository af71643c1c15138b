import type { Who } from '../auditoria/rows/recordAuditoria.ts'
import type { Desk } from '../desk.ts'
import { invalid, type Mistakes, overtakenBy } from '../refusal.ts'
import { changeMotivoPausa, createMotivoPausa, type NotWritten } from './rows/motivosPausa.ts'
import { semAcento } from './rules/semAcento.ts'
import type { MotivoPausaRequest } from './wire.ts'

const most = 50

const mistakes: Record<NotWritten, Mistakes> = {
  taken: { nome: ['já é de outro motivo'] },
  many: { nome: [`passa de ${most} motivos: dê novo nome a um que está fora de uso`] },
  unknown: { codigo: ['não é de nenhum motivo'] },
}

/**
 * Adds a reason or, with a `codigo`, renames that reason or takes it out of use and back. None is ever removed, since
 * pauses point at it; absent fields stay. On record, unless nothing changes. Screens show the change within minutes.
 * @throws Refusal invalid for a name that another reason has, a new reason without one, an unknown code, or too many;
 * conflict when somebody else has renamed it since it was read
 */
export async function saveMotivoPausa(
  { database }: Desk,
  by: Who,
  { codigo, nome, nome_lido, ativo }: MotivoPausaRequest,
): Promise<void> {
  const save = () => {
    if (codigo !== undefined)
      return changeMotivoPausa(
        database,
        by,
        codigo,
        { ...(nome !== undefined && { nome }), ...(ativo !== undefined && { ativo }) },
        nome_lido,
      )
    if (nome === undefined) throw invalid({ nome: ['deve ser um texto'] })
    return createMotivoPausa(database, by, { nome, ativo: ativo ?? true }, (known) =>
      known.size < most ? codigoOf(nome, known) : null,
    )
  }
  const wrong = await save()
  if (wrong !== null && typeof wrong === 'object') throw overtakenBy({ nome: wrong.agora })
  if (wrong) throw invalid(mistakes[wrong])
}

/** Makes a code from the name: lower case, no accents, `_` between words; with a number if another reason has it. */
function codigoOf(nome: string, known: ReadonlySet<string>): string {
  const codigo =
    semAcento(nome)
      .replace(/[^a-z0-9]+/g, '_')
      .replace(/^_|_$/g, '') || 'motivo'
  const numbered = (n: number) => (n === 1 ? codigo : `${codigo}_${n}`)
  let n = 1
  while (known.has(numbered(n))) n += 1
  return numbered(n)
}
