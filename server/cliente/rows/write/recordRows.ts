import { TipoEndereco } from '../../../database/generated/enums.ts'
import { chavesTelefone } from '../../../telefone/rules/chaves.ts'
import { foldText } from '../../rules/busca.ts'
import type { ExportedCliente, ExportedServico } from '../../wire/import.ts'
import type { CatalogoIds } from './catalogo.ts'
import type { Rows } from './insert.ts'

/** The rows of these customers, by table: a record taken apart, its search keys computed anew. */
export function rowsOf(records: ExportedCliente[], ids: CatalogoIds, dddPadrao: string | undefined): Rows {
  const rows: Rows = {
    pacote: [],
    grupo: [],
    cliente: [],
    cliente_telefone: [],
    cliente_servico: [],
    cliente_servico_pacote: [],
    cliente_servico_grupo: [],
    cliente_servico_senha: [],
    endereco: [],
    porta_atendimento: [],
    status_conexao: [],
  }
  const pacotes = new Map<number, Rows['pacote'][number]>()
  const grupos = new Map<number, Rows['grupo'][number]>()
  for (const record of records) {
    addCliente(rows, record, dddPadrao)
    for (const servico of record.servicos) {
      addServico(rows, record.id_cliente, servico, ids)
      for (const pacote of servico.pacotes) pacotes.set(pacote.id_pacote, pacote)
      for (const grupo of servico.grupos) grupos.set(grupo.id, grupo)
    }
  }
  rows.pacote = [...pacotes.values()]
  rows.grupo = [...grupos.values()]
  return rows
}

function addCliente(rows: Rows, { servicos: _, ...cliente }: ExportedCliente, dddPadrao: string | undefined): void {
  const { id_cliente, nome_razaosocial, nome_fantasia } = cliente
  rows.cliente.push({ ...cliente, busca: foldText(`${nome_razaosocial} ${nome_fantasia ?? ''}`) })
  const numbers = [cliente.telefone_primario, cliente.telefone_secundario, cliente.telefone_terciario]
  const chaves = new Set(numbers.flatMap((numero) => (numero === '' ? [] : chavesTelefone(numero, dddPadrao))))
  for (const chave of chaves) rows.cliente_telefone.push({ chave, id_cliente })
}

function addServico(rows: Rows, id_cliente: number, servico: ExportedServico, ids: CatalogoIds): void {
  const {
    interface: conexao,
    interface_roteamento,
    equipamento_conexao,
    equipamento_roteamento,
    pacotes,
    senhas,
    endereco_cadastral,
    endereco_instalacao,
    endereco_fiscal,
    endereco_cobranca,
    grupos,
    porta_atendimento,
    status_conexao,
    valor,
    ...campos
  } = servico
  const { id_cliente_servico } = servico
  rows.cliente_servico.push({
    ...campos,
    // Read as text, numeric is exact.
    valor: String(valor),
    id_cliente,
    id_interface: ids.interface(conexao),
    id_interface_roteamento: ids.interface(interface_roteamento),
    id_equipamento_conexao: ids.equipamento(equipamento_conexao),
    id_equipamento_roteamento: ids.equipamento(equipamento_roteamento),
  })
  for (const [ordem, { id_pacote }] of pacotes.entries())
    rows.cliente_servico_pacote.push({ id_cliente_servico, ordem, id_pacote })
  for (const [ordem, { id: id_grupo }] of grupos.entries())
    rows.cliente_servico_grupo.push({ id_cliente_servico, ordem, id_grupo })
  for (const senha of senhas) rows.cliente_servico_senha.push({ id_cliente_servico, ...senha })
  for (const tipo of Object.values(TipoEndereco)) {
    const endereco = servico[`endereco_${tipo}`]
    if (!endereco) continue
    const { coordenadas, ...campos } = endereco
    rows.endereco.push({ id_cliente_servico, tipo, ...campos, ...coordenadas })
  }
  if (porta_atendimento) rows.porta_atendimento.push({ id_cliente_servico, ...porta_atendimento })
  if (status_conexao) rows.status_conexao.push({ id_cliente_servico, ...status_conexao })
}
