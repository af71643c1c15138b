import * as z from 'zod'
import { TipoEndereco } from '../../../database/generated/enums.ts'
import { chavesTelefone } from '../../../telefone/rules/chaves.ts'
import { foldEndereco } from '../../rules/busca.ts'
import { foldText } from '../../rules/folded.ts'
import { type Endereco, servicoCampos } from '../../wire/cliente.ts'
import type { ExportedCliente, ExportedServico } from '../../wire/import.ts'
import { placeOf } from '../sealedColumns.ts'
import type { CatalogoIds } from './catalogo.ts'
import type { ClienteRows, HangingRows, ServicoRows } from './insert.ts'

const enderecoTipos = Object.values(TipoEndereco)

interface Making {
  ids: CatalogoIds
  dddPadrao: string | undefined
  /** Seals a text for its place: the table must not hold it in clear. */
  sealed: (place: string, text: string) => string
}

/** The rows of these customers, and of the packages and groups of their services. Search keys are computed anew. */
export function clienteRowsOf(records: ExportedCliente[]): ClienteRows {
  const pacotes = new Map<number, ClienteRows['pacote'][number]>()
  const grupos = new Map<number, ClienteRows['grupo'][number]>()
  for (const { servicos } of records)
    for (const servico of servicos) {
      for (const pacote of servico.pacotes) pacotes.set(pacote.id_pacote, pacote)
      for (const grupo of servico.grupos) grupos.set(grupo.id, grupo)
    }
  return { pacote: [...pacotes.values()], grupo: [...grupos.values()], cliente: records.map(clienteRow) }
}

/** The rows of their services, whose passwords are sealed. */
export function servicoRowsOf(records: ExportedCliente[], making: Making): ServicoRows {
  const rowsOf = ({ id_cliente, servicos }: ExportedCliente) =>
    servicos.map((servico) => servicoRow(id_cliente, servico, making))
  return { cliente_servico: records.flatMap(rowsOf) }
}

/** The rows that hang on the customers and their services. */
export function hangingRowsOf(records: ExportedCliente[], making: Making): HangingRows {
  const rows: HangingRows = {
    cliente_telefone: [],
    cliente_servico_pacote: [],
    cliente_servico_grupo: [],
    cliente_servico_senha: [],
    endereco: [],
    porta_atendimento: [],
    status_conexao: [],
  }
  for (const record of records) {
    for (const chave of chavesOf(record, making.dddPadrao))
      rows.cliente_telefone.push({ chave, id_cliente: record.id_cliente })
    for (const servico of record.servicos) hangOn(rows, servico, making)
  }
  return rows
}

function clienteRow({ servicos: _, ...cliente }: ExportedCliente) {
  return { ...cliente, busca: foldText([cliente.nome_razaosocial, cliente.nome_fantasia ?? ''].join(' ')) }
}

/** The search keys of the customer's telephones. */
export function chavesOf(cliente: ExportedCliente, dddPadrao: string | undefined): Set<string> {
  const numbers = [cliente.telefone_primario, cliente.telefone_secundario, cliente.telefone_terciario]
  return new Set(numbers.flatMap((numero) => (numero === '' ? [] : chavesTelefone(numero, dddPadrao))))
}

const campos = z.object(servicoCampos).omit({ valor: true, senha: true }).keyof().options

/** Copies some fields one by one: the object that a rest pattern (`...rest`) leaves takes ten times as long to copy. */
function pick<T, Field extends keyof T>(from: T, fields: readonly Field[]): Pick<T, Field> {
  const picked: Partial<T> = {}
  for (const field of fields) picked[field] = from[field]
  return picked as Pick<T, Field>
}

function servicoRow(id_cliente: number, servico: ExportedServico, { ids, sealed }: Making) {
  return Object.assign(pick(servico, campos), {
    // As text, because PostgreSQL reads a numeric from text exactly.
    valor: String(servico.valor),
    senha_cifrada: sealed(placeOf('cliente_servico', servico.id_cliente_servico), servico.senha),
    id_cliente,
    cidade: servico.endereco_instalacao?.cidade || servico.endereco_cadastral?.cidade || '',
    id_interface: ids.interface(servico.interface),
    id_interface_roteamento: ids.interface(servico.interface_roteamento),
    id_equipamento_conexao: ids.equipamento(servico.equipamento_conexao),
    id_equipamento_roteamento: ids.equipamento(servico.equipamento_roteamento),
  })
}

function hangOn(rows: HangingRows, servico: ExportedServico, { sealed }: Making): void {
  const { id_cliente_servico, porta_atendimento, status_conexao } = servico
  for (const [ordem, { id_pacote }] of servico.pacotes.entries())
    rows.cliente_servico_pacote.push({ id_cliente_servico, ordem, id_pacote })
  for (const [ordem, { id: id_grupo }] of servico.grupos.entries())
    rows.cliente_servico_grupo.push({ id_cliente_servico, ordem, id_grupo })
  for (const { senha, ...rest } of servico.senhas) {
    const senha_cifrada = sealed(placeOf('cliente_servico_senha', rest.id_cliente_servico_senha), senha)
    rows.cliente_servico_senha.push({ id_cliente_servico, ...rest, senha_cifrada })
  }
  for (const tipo of enderecoTipos) {
    const endereco = servico[`endereco_${tipo}`]
    if (endereco) rows.endereco.push(enderecoRow(id_cliente_servico, tipo, endereco, endereco === installedAt(servico)))
  }
  if (porta_atendimento) rows.porta_atendimento.push({ id_cliente_servico, ...porta_atendimento })
  if (status_conexao) rows.status_conexao.push({ id_cliente_servico, ...status_conexao })
}

/** The address that is searched: where the service is installed, or else is registered. */
const installedAt = ({ endereco_instalacao, endereco_cadastral }: ExportedServico) =>
  endereco_instalacao ?? endereco_cadastral

function enderecoRow(
  id_cliente_servico: number,
  tipo: TipoEndereco,
  { coordenadas, ...endereco }: Endereco,
  searched: boolean,
) {
  return { id_cliente_servico, tipo, ...endereco, ...coordenadas, busca: searched ? foldEndereco(endereco) : '' }
}
