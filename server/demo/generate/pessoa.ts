import { cnpjDigits, cpfDigits } from '../../cliente/rules/documento.ts'
import { foldText } from '../../cliente/rules/folded.ts'
import type { Cidade } from './lugar.ts'
import { dayNumber, dayText, type Random } from './random.ts'

const femininos = (
  'Ana,Beatriz,Carla,Cássia,Cláudia,Conceição,Débora,Érica,Fátima,Fernanda,Flávia,Glória,Helena,Heloísa,Inês,Jaqueline,' +
  'Júlia,Letícia,Lívia,Lúcia,Luzia,Márcia,Maria,Mônica,Natália,Nilza,Patrícia,Raquel,Rita,Sílvia,Sônia,Tânia,Thaís,' +
  'Valéria,Verônica,Vitória,Zélia'
).split(',')

const masculinos = (
  'Antônio,Bruno,Caetano,César,Diego,Edgar,Estêvão,Fábio,Francisco,Gabriel,Geraldo,Gonçalo,Ícaro,Ivan,João,José,Júlio,' +
  'Lázaro,Luís,Márcio,Mário,Otávio,Paulo,Pedro,Raí,Renê,Rogério,Sebastião,Simão,Vicente,Wagner'
).split(',')

const sobrenomes = (
  'de Abreu,Aguiar,de Almeida,Alcântara,Andrade,de Araújo,Assunção,Barbosa,Batista,Borges,Brandão,Cândido,Cardoso,de Carvalho,' +
  "da Conceição,Corrêa,da Costa,D'Ávila,Damasceno,Esteves,Fagundes,Falcão,de Faria,Ferreira,Galvão,Gonçalves,Guimarães," +
  'Inácio,de Jesus,Lacerda,Leão,Lima,Lourenço,Machado,Magalhães,Medeiros,Mendonça,de Moura,Müller,Nogueira,de Oliveira,da Paixão,' +
  'Patrício,Peçanha,Queirós,Ramos,de Rezende,Ribeiro,da Rocha,Romão,Salomão,Santana,dos Santos,da Silva,Simões,de Souza,Tavares,' +
  'Teixeira,da Trindade,Valadão,de Vasconcelos,Veríssimo,Vieira,Xavier,Yamashita,Zanão'
).split(',')

const ramosEmpresa = (
  'Padaria,Mercearia,Farmácia,Oficina Mecânica,Auto Peças,Açougue,Papelaria,Clínica Odontológica,Escola,Hotel,' +
  'Restaurante,Pizzaria,Imobiliária,Contabilidade,Confecções,Calçados,Móveis,Óptica,Agropecuária,Construções'
).split(',')

const nomesEmpresa = (
  'São José,Três Irmãos,Boa Esperança,Central,Nossa Senhora Aparecida,Avenida,Progresso,União,Bom Preço,Vitória,' +
  'Estrela,Santa Luzia,Minas,Ipê Amarelo,Paraíso,Imperatriz,Sertão,Pão de Açúcar da Praça,Água Viva,Ponto Certo'
).split(',')

const formasEmpresa = ['Ltda', 'ME', 'EIRELI', 'S/A', '& Cia Ltda', 'EPP']

export interface Pessoa {
  nome_razaosocial: string
  nome_fantasia: string | null
  tipo_pessoa: 'pf' | 'pj'
}

export function makePessoa(random: Random): Pessoa {
  if (random.chance(82)) return { nome_razaosocial: makeNome(random), nome_fantasia: null, tipo_pessoa: 'pf' }
  const fantasia = `${random.pick(ramosEmpresa)} ${random.pick(nomesEmpresa)}`
  const nome_razaosocial = random.chance(60)
    ? `${fantasia} ${random.pick(formasEmpresa)}`
    : `${makeSocio(random)} & ${makeSocio(random)} ${random.pick(formasEmpresa)}`
  return { nome_razaosocial, nome_fantasia: random.chance(90) ? fantasia : null, tipo_pessoa: 'pj' }
}

function makeNome(random: Random): string {
  const prenomes = random.chance(52) ? femininos : masculinos
  const segundo = random.chance(25) ? ` ${random.pick(prenomes)}` : ''
  const meio = random.chance(60) ? ` ${random.pick(sobrenomes)}` : ''
  return `${random.pick(prenomes)}${segundo}${meio} ${random.pick(sobrenomes)}`
}

/** A surname as a company bears it, without its particle. */
function makeSocio(random: Random): string {
  return random.pick(sobrenomes).replace(/^d[aeo]s? /, '')
}

/** Documents with right check digits, of nobody in particular. */
export function makeDocumentos(random: Random, tipo: 'pf' | 'pj', cidade: Cidade) {
  if (tipo === 'pf') {
    const base = random.digits(8) + random.int(1, 9)
    const known = random.chance(70)
    return {
      cpf_cnpj: base + cpfDigits(base),
      rg: known ? `${cidade.estado}-${random.digits(8)}` : null,
      rg_emissao: known ? dayText(random.int(dayNumber('1985-01-01'), dayNumber('2020-12-31'))) : null,
      inscricao_municipal: null,
      inscricao_estadual: null,
    }
  }
  const base = `${random.digits(7)}${random.int(1, 9)}0001`
  return {
    cpf_cnpj: base + cnpjDigits(base),
    rg: null,
    rg_emissao: null,
    inscricao_municipal: random.chance(60) ? random.digits(7) : null,
    inscricao_estadual: random.chance(15) ? 'ISENTO' : random.digits(13),
  }
}

/** First and last word of the name as a login or mailbox has them: 'conceicao.davila'. */
export function makeApelido(nome: string): string {
  const palavras = foldText(nome)
    .replace(/[^a-z ]/g, '')
    .split(' ')
    .filter((palavra) => palavra.length > 2)
  return [...new Set([palavras[0] ?? 'cliente', palavras.at(-1) ?? 'alo'])].join('.')
}
