import { recordAuditoria } from '../auditoria/rows.ts'
import type { Desk } from '../desk.ts'
import { invalid, notFound } from '../refusal.ts'
import { changeOpcao, createOpcao } from './rows/opcoes.ts'
import type { ChangeOpcao, NewOpcao } from './wire/opcao.ts'

type Changer = { usuarioId: number; ip: string }

const taken = () => invalid({ descricao: ['já está na lista'] })

/** Adds an option to one of the lists; who did is on record. @throws Refusal invalid when the list has it */
export async function addOpcao({ database }: Desk, who: Changer, opcao: NewOpcao): Promise<void> {
  const added = await createOpcao(database, opcao)
  if (!added) throw taken()
  const alvo = `opcao_atendimento:${added.id}`
  await recordAuditoria(database, { ...who, acao: 'opcao_atendimento_criada', alvo, detalhes: { ...opcao } })
}

/** Renames an option, or takes it out of use and back; it is never removed, since tickets point at it. On record. */
export async function alterOpcao({ database }: Desk, who: Changer, id: number, change: ChangeOpcao): Promise<void> {
  const outcome = await changeOpcao(database, id, change)
  if (outcome === 'unknown') throw notFound('A opção')
  if (outcome === 'taken') throw taken()
  const detalhes = { descricao: change.descricao ?? null, ativo: change.ativo ?? null }
  await recordAuditoria(database, {
    ...who,
    acao: 'opcao_atendimento_alterada',
    alvo: `opcao_atendimento:${id}`,
    detalhes,
  })
}
