import { randomUUID } from 'node:crypto'
import { administeredUsuario } from '../acesso/administerUsuarios.ts'
import { recebeChamadas } from '../acesso/rules/recebeChamadas.ts'
import { recordAuditoria, type Who } from '../auditoria/rows/recordAuditoria.ts'
import type { Desk } from '../desk.ts'
import { notFound, Refusal } from '../refusal.ts'
import { closeLigacao } from './agentLigacao.ts'
import { notifyLigacao } from './notifyLigacao.ts'
import type { PbxMessage } from './readCall.ts'
import { isTest, testKey } from './rows/lastRing.ts'
import { isLigacaoId } from './rules/call.ts'

const origem = 'Toque de teste'

/**
 * Rings on a person's screens as an exchange's call without a number would; the window says that it is a test. On
 * record. `telas` is the number of screens told.
 * @throws Refusal not_found; invalid for a person without extension and internal id, or who cannot sign in; conflict
 *   when no window opened
 */
export async function ringTest(desk: Desk, by: Who, usuario_id: number) {
  const { sent, usuario } = await calledBy(desk, usuario_id)
  const { ligacaoId, telas } = await notifyLigacao(desk, messageOf(sent, by.ip))
  if (ligacaoId === null) throw new Refusal('conflict', 'O toque de teste não abriu janela: tente de novo')
  const entry = { ...by, alvo: `usuario:${usuario_id}`, detalhes: { usuario } }
  await recordAuditoria(desk.database, { ...entry, acao: 'toque_de_teste' })
  return { ligacao_id: ligacaoId, telas }
}

/** Closes the window of a test, wherever it stands: nobody missed a caller. @throws Refusal not_found for any other call */
export async function endTest(desk: Desk, usuario_id: number, ligacaoId: string): Promise<void> {
  if (!isLigacaoId(ligacaoId) || !(await isTest(desk.database, usuario_id, ligacaoId)))
    throw notFound('Este toque de teste')
  await closeLigacao(desk, usuario_id, ligacaoId)
}

async function calledBy(desk: Desk, usuario_id: number) {
  const person = await administeredUsuario(desk, usuario_id)
  const { usuario, ramal, identificador_interno } = person
  if (!recebeChamadas(person)) throw new Refusal('invalid', 'Esta pessoa não tem ramal: dê-lhe um em Usuários')
  const values = { id: `${testKey}${randomUUID()}`, origem }
  const called = ramal === null ? { identificador_interno: identificador_interno ?? '' } : { ramal }
  return { usuario, sent: { ...called, ligacao_params: { values, text: JSON.stringify(values) } } }
}

const messageOf = (sent: PbxMessage['sent'], ip: string): PbxMessage => ({ sent, mistakes: {}, tokenId: null, ip })
