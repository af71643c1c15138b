import { clienteResumoOf } from '../cliente/rows/resumo.ts'
import type { Desk } from '../desk.ts'
import type { Viewer } from '../ligacao/rules/viewer.ts'
import { telefoneNaoInformado } from '../telefone/rules/formatTelefone.ts'
import { visibleAtendimento } from './readAtendimento.ts'
import { activeModelos } from './rows/modelos.ts'
import { presentInteiro } from './rows/readAtendimento.ts'
import { fillModelo, primeiroNome, type ValoresModelo } from './rules/modelos.ts'
import type { ModeloPreenchido } from './wire/modelos.ts'

/** The texts in use, with the ticket's data in place of the names in braces. @throws Refusal not_found */
export async function fillModelos(
  desk: Desk,
  viewer: Viewer & { nome: string },
  id: number,
): Promise<ModeloPreenchido[]> {
  const atendimento = presentInteiro(await visibleAtendimento(desk, viewer, id))
  const cliente = atendimento.cliente && (await clienteResumoOf(desk.database, atendimento.cliente.id_cliente))
  // Services of living contracts come first.
  const [servico] = cliente?.servicos ?? []
  const now = desk.now()
  const { timeZone, nomeProvedor } = desk.config
  const valores: ValoresModelo = {
    ...(cliente && {
      nome: cliente.nome_razaosocial,
      primeiro_nome: primeiroNome(cliente.nome_razaosocial, cliente.tipo_pessoa),
      codigo: String(cliente.codigo_cliente),
    }),
    ...(servico && { plano: servico.nome, endereco: servico.endereco_instalacao ?? '' }),
    telefone: atendimento.telefone_formatado === telefoneNaoInformado ? '' : atendimento.telefone_formatado,
    protocolo: atendimento.protocolo_formatado,
    motivo: atendimento.motivo ?? '',
    atendente: viewer.nome,
    provedor: nomeProvedor ?? '',
    data: new Intl.DateTimeFormat('pt-BR', { timeZone, dateStyle: 'short' }).format(now),
    hora: new Intl.DateTimeFormat('pt-BR', { timeZone, timeStyle: 'short' }).format(now),
  }
  const modelos = await activeModelos(desk.database)
  return modelos.map(({ id, titulo, texto }) => ({ id, titulo, ...fillModelo(texto, valores) }))
}
