import type { Actor } from '../acesso/recognizePerson.ts'
import { openPausas } from '../acesso/rows/pausa.ts'
import { listColegas } from '../acesso/rows/users.ts'
import { eDaSupervisao } from '../acesso/rules/supervisao.ts'
import type { Desk } from '../desk.ts'
import { openCallsByUsuario } from './rows/openCalls.ts'
import type { Colega } from './wire/atendimento.ts'

/**
 * Colleagues to whom tickets may be passed, and what each is doing as far as this process knows their screens. For
 * supervisors also the users who are disabled. The reason of a pause is left out.
 */
export async function listColleagues({ database, publisher }: Desk, papel: Actor['papel']): Promise<Colega[]> {
  const [all, calls, pausas] = await Promise.all([
    listColegas(database),
    openCallsByUsuario(database),
    openPausas(database),
  ])
  const paused = new Set(pausas.map(({ usuario }) => usuario.id))
  const situacaoDe = (id: number): Colega['situacao'] => {
    const open = calls.get(id)
    if (open?.attended) return 'em_chamada'
    if (publisher.screensOf(id) === 0) return 'ausente'
    if (open) return 'tocando'
    return paused.has(id) ? 'em_pausa' : 'livre'
  }
  return all
    .filter(({ ativo }) => ativo || eDaSupervisao(papel))
    .map((colega) => ({ ...colega, situacao: situacaoDe(colega.id) }))
}
