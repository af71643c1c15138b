import type { ExportedCliente } from '../cliente/wire/import.ts'
import { makeCliente, type Retrato } from './generate/generateClientes.ts'
import { cidades } from './generate/lugar.ts'
import type { Pessoa } from './generate/pessoa.ts'
import {
  aguardandoInstalacao,
  bloqueioParcial,
  habilitado,
  type Situacao,
  situacaoCancelada,
  suspensoDebito,
} from './generate/planos.ts'

/** Telephones with a fixed meaning in the demo's data, which the tests check. */
export const demoTelefones = {
  /** Exactly one customer, and no other number. */
  conhecido: '37999912222',
  /** A landline of exactly one customer, a company. */
  fixo: '3732211234',
  /** As a switchboard sends it: the customer's number stands without its ninth digit. */
  semNonoDigito: '37998881010',
  /** Three customers, one of whom has only cancelled services. */
  compartilhado: '37998883030',
  /** A customer with several services. */
  variosServicos: '37998884040',
  /** No customer's. */
  desconhecido: '37998889999',
  /** No customer's, from abroad. */
  estrangeiro: '+12125551234',
} as const

const demoSeed = 1
export const demoCount = 500

/** The first twelve customers of the demo, written by hand to be looked at. */
const retratos: readonly Retrato[] = [
  pf('Maria da Conceição Ávila', demoTelefones.conhecido),
  pj('Padaria Três Irmãos Ltda', 'Padaria Três Irmãos', demoTelefones.fixo),
  pf('João Antônio de Souza Müller', '(37) 9888-1010'),
  pf('Antônia Gonçalves Brandão', `+55${demoTelefones.compartilhado}`),
  pf('Sebastião Gonçalves Brandão', demoTelefones.compartilhado, suspensoDebito),
  pf('Luís Gonçalves Brandão', '(37) 9888-3030', situacaoCancelada),
  pj(
    'Imobiliária Pôr do Sol S/A',
    'Imobiliária Pôr do Sol',
    demoTelefones.variosServicos,
    ...[habilitado, habilitado, situacaoCancelada, aguardandoInstalacao],
  ),
  pf("Inês D'Ávila Peçanha", '37998881111', bloqueioParcial),
  pf('Estêvão Corrêa Magalhães', '+5537998881212', suspensoDebito),
  pj('Clínica Odontológica Água Viva ME', 'Clínica Água Viva', '(37) 3221-1313'),
  pf('Zélia Fagundes Guimarães', '037998881414', situacaoCancelada, situacaoCancelada),
  pf('Raí Patrício Assunção', '', aguardandoInstalacao),
]

function pf(nome_razaosocial: string, telefone: string, ...situacoes: Situacao[]): Retrato {
  return retrato({ nome_razaosocial, nome_fantasia: null, tipo_pessoa: 'pf' }, telefone, situacoes)
}

function pj(nome_razaosocial: string, nome_fantasia: string, telefone: string, ...situacoes: Situacao[]): Retrato {
  return retrato({ nome_razaosocial, nome_fantasia, tipo_pessoa: 'pj' }, telefone, situacoes)
}

function retrato(pessoa: Pessoa, telefone: string, situacoes: Situacao[]): Retrato {
  return { pessoa, cidade: cidades[0], telefone, situacoes: situacoes.length > 0 ? situacoes : [habilitado] }
}

/** The demo's customers: seed 1, ids 1 to 500, the well-known dozen first. Deterministic. */
export function* generateDemoClientes(): Generator<ExportedCliente, void> {
  for (let id = 1; id <= demoCount; id++) yield makeCliente(demoSeed, id, retratos[id - 1])
}
