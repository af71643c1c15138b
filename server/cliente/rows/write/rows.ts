import { chavesTelefone } from '../../../telefone/rules/chaves.ts'
import { foldText } from '../../rules/busca.ts'
import type { Endereco } from '../../wire/cliente.ts'
import type { ExportedCliente, ExportedServico } from '../../wire/import.ts'
import type { CatalogoIds } from './catalogo.ts'
import { insertOrder, type Rows } from './tables.ts'

const enderecoTipos = ['cadastral', 'instalacao', 'fiscal', 'cobranca'] as const

/** The rows of these customers, by table: a record taken apart, its search keys computed anew. */
export function rowsOf(records: ExportedCliente[], ids: CatalogoIds, dddPadrao: string | undefined): Rows {
  const rows = Object.fromEntries(insertOrder.map((table) => [table, []])) as unknown as Rows
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
  const names = [cliente.nome_razaosocial, cliente.nome_fantasia ?? '']
  rows.cliente.push({ ...cliente, busca: foldText(names.join(' ')) })
  const numbers = [cliente.telefone_primario, cliente.telefone_secundario, cliente.telefone_terciario]
  const chaves = new Set(numbers.flatMap((numero) => (numero === '' ? [] : chavesTelefone(numero, dddPadrao))))
  for (const chave of chaves) rows.cliente_telefone.push({ chave, id_cliente: cliente.id_cliente })
}

function addServico(rows: Rows, id_cliente: number, servico: ExportedServico, ids: CatalogoIds): void {
  const { id_cliente_servico } = servico
  rows.cliente_servico.push({
    id_cliente_servico,
    id_cliente,
    id_servico: servico.id_servico,
    numero_plano: servico.numero_plano,
    nome: servico.nome,
    valor: servico.valor,
    status: servico.status,
    status_prefixo: servico.status_prefixo,
    tecnologia: servico.tecnologia,
    login: servico.login,
    senha: servico.senha,
    ipv4: servico.ipv4,
    ipv6: servico.ipv6,
    id_interface: ids.interface(servico.interface),
    id_interface_roteamento: ids.interface(servico.interface_roteamento),
    id_equipamento_conexao: ids.equipamento(servico.equipamento_conexao),
    id_equipamento_roteamento: ids.equipamento(servico.equipamento_roteamento),
  })
  servico.pacotes.forEach(({ id_pacote }, ordem) => {
    rows.cliente_servico_pacote.push({ id_cliente_servico, ordem, id_pacote })
  })
  servico.grupos.forEach(({ id }, ordem) => {
    rows.cliente_servico_grupo.push({ id_cliente_servico, ordem, id_grupo: id })
  })
  for (const senha of servico.senhas) rows.cliente_servico_senha.push({ id_cliente_servico, ...senha })
  for (const tipo of enderecoTipos) {
    const endereco = servico[`endereco_${tipo}`]
    if (endereco) rows.endereco.push(enderecoRow(id_cliente_servico, tipo, endereco))
  }
  const porta = servico.porta_atendimento
  if (porta) rows.porta_atendimento.push({ id_cliente_servico, ...porta })
  if (servico.status_conexao) rows.status_conexao.push({ id_cliente_servico, ...servico.status_conexao })
}

function enderecoRow(id_cliente_servico: number, tipo: string, { coordenadas, ...endereco }: Endereco) {
  return { id_cliente_servico, tipo, ...endereco, ...coordenadas }
}
