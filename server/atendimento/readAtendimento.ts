import { telefonesOf } from '../cliente/rows/pagina.ts'
import type { Desk } from '../desk.ts'
import { seesAll, type Viewer } from '../ligacao/rules/viewer.ts'
import { notFound } from '../refusal.ts'
import { chavesTelefone } from '../telefone/rules/chaves.ts'
import { formatTelefone } from '../telefone/rules/formatTelefone.ts'
import { internacionalOf } from '../telefone/rules/internacional.ts'
import { presentInteiro, type ToldAtendimento, toldAtendimento } from './rows/readAtendimento.ts'
import type { AtendimentoInteiro, Contato } from './wire/atendimento.ts'

/** The ticket's row, if the viewer may see it: their own, for supervisors anybody's. @throws Refusal not_found */
export async function visibleAtendimento({ database }: Desk, viewer: Viewer, id: number): Promise<ToldAtendimento> {
  const row = await toldAtendimento(database, id)
  if (!row || !(seesAll(viewer) || row.usuario_id === viewer.usuarioId)) throw notFound('O atendimento')
  return row
}

/** One whole ticket, with the telephones to which its protocol number can be sent. @throws Refusal not_found */
export async function readAtendimento(desk: Desk, viewer: Viewer, id: number): Promise<AtendimentoInteiro> {
  const row = await visibleAtendimento(desk, viewer, id)
  return { ...presentInteiro(row), contatos: await contatosOf(desk, row) }
}

/** The call's telephone first, then the customer's mobile ones; each number once. */
async function contatosOf({ database, config }: Desk, row: ToldAtendimento): Promise<Contato[]> {
  const daLigacao = chavesTelefone(row.telefone ?? row.telefone_chave, config.dddPadrao)
  const doCliente =
    row.id_cliente === null
      ? []
      : (await telefonesOf(database, row.id_cliente)).flatMap((numero) => chavesTelefone(numero, config.dddPadrao))
  const found = new Map<string, Contato>()
  for (const chave of [...daLigacao, ...doCliente]) {
    const da_ligacao = daLigacao.includes(chave)
    const dialled = internacionalOf(chave)
    if (!dialled || found.has(dialled.numero) || !(da_ligacao || dialled.celular)) continue
    found.set(dialled.numero, { ...dialled, formatado: formatTelefone(chave), da_ligacao })
  }
  return [...found.values()]
}
