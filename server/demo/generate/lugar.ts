import type { Endereco } from '../../cliente/wire/cliente.ts'
import { Random } from './random.ts'

export interface Cidade {
  /** Share of the customers. */
  peso: number
  /** Short name in the network's equipment. */
  sigla: string
  cidade: string
  estado: string
  uf: string
  ddd: string
  /** First five digits of its postal codes. */
  cep: string
  latitude: number
  longitude: number
}

/** A provider of the Minas interior that has grown; DDD 55 is there because it looks like the country code. */
export const cidades: readonly [Cidade, ...Cidade[]] = [
  cidade(34, 'DVL', 'Divinópolis', 'MG', 'Minas Gerais', '37', '35500', -20.1446, -44.8912),
  cidade(14, 'ITN', 'Itaúna', 'MG', 'Minas Gerais', '37', '35680', -20.0753, -44.5764),
  cidade(9, 'FRM', 'Formiga', 'MG', 'Minas Gerais', '37', '35570', -20.4644, -45.4264),
  cidade(8, 'BHZ', 'Belo Horizonte', 'MG', 'Minas Gerais', '31', '30130', -19.9208, -43.9378),
  cidade(6, 'UDI', 'Uberlândia', 'MG', 'Minas Gerais', '34', '38400', -18.9186, -48.2772),
  cidade(5, 'POC', 'Poços de Caldas', 'MG', 'Minas Gerais', '35', '37701', -21.7878, -46.5614),
  cidade(5, 'RAO', 'Ribeirão Preto', 'SP', 'São Paulo', '16', '14010', -21.1775, -47.8103),
  cidade(4, 'SAO', 'São Paulo', 'SP', 'São Paulo', '11', '01310', -23.5505, -46.6333),
  cidade(3, 'NIT', 'Niterói', 'RJ', 'Rio de Janeiro', '21', '24020', -22.8832, -43.1034),
  cidade(3, 'VIX', 'Vitória', 'ES', 'Espírito Santo', '27', '29010', -20.3155, -40.3128),
  cidade(2, 'GYN', 'Goiânia', 'GO', 'Goiás', '62', '74003', -16.6869, -49.2648),
  cidade(2, 'SMA', 'Santa Maria', 'RS', 'Rio Grande do Sul', '55', '97010', -29.6842, -53.8069),
  cidade(2, 'FLN', 'Florianópolis', 'SC', 'Santa Catarina', '48', '88010', -27.5954, -48.548),
  cidade(2, 'SLZ', 'São Luís', 'MA', 'Maranhão', '98', '65010', -2.5307, -44.3068),
  cidade(1, 'BEL', 'Belém', 'PA', 'Pará', '91', '66010', -1.4558, -48.4902),
]

function cidade(
  peso: number,
  sigla: string,
  cidade: string,
  estado: string,
  uf: string,
  ddd: string,
  cep: string,
  latitude: number,
  longitude: number,
): Cidade {
  return { peso, sigla, cidade, estado, uf, ddd, cep, latitude, longitude }
}

const tiposLogradouro = 'Rua,Rua,Rua,Avenida,Avenida,Travessa,Praça,Alameda,Rodovia,Sítio'.split(',')

const logradouros = (
  'Goiás,Minas Gerais,das Acácias,Antônio Olímpio de Morais,São João,Sete de Setembro,Quinze de Novembro,' +
  'Presidente Getúlio Vargas,Tiradentes,Padre Cícero,Dom Pedro II,do Comércio,das Palmeiras,Santos Dumont,' +
  'Castro Alves,Coronel João Notini,José de Alencar,Marechal Deodoro,Rio de Janeiro,da Independência'
).split(',')

const bairros = (
  'Centro,São José,Bom Pastor,Niterói,Jardim das Oliveiras,Planalto,Vila Nova,Santo Antônio,Esplanada,Porto Velho,' +
  'Santa Clara,Industrial,Zona Rural,Conjunto Habitacional Juscelino Kubitschek,Interlagos,Boa Vista'
).split(',')

const complementos = ['', '', '', 'Casa', 'Fundos', 'Apto 101', 'Bloco B, apto 302', 'Loja 2', 'Próximo à igreja']

/** An address in the city; postal codes with and without hyphen, some without number or coordinates. */
export function makeEndereco(random: Random, cidade: Cidade): Endereco {
  const logradouro = random.pick(tiposLogradouro)
  const endereco = random.pick(logradouros)
  const numero = random.chance(4) ? 'S/N' : String(random.int(1, 2900))
  const complemento = random.pick(complementos)
  const bairro = random.pick(bairros)
  const cep = cidade.cep + (random.chance(50) ? '-' : '') + random.digits(3)
  const local = complemento === '' ? numero : `${numero}, ${complemento}`
  const known = !random.chance(15)
  return {
    completo: `${logradouro} ${endereco}, ${local}, ${bairro}, ${cidade.cidade} - ${cidade.estado}, ${cep}`,
    logradouro,
    endereco,
    numero,
    complemento,
    bairro,
    cep,
    estado: cidade.estado,
    uf: cidade.uf,
    cidade: cidade.cidade,
    coordenadas: {
      latitude: known ? near(random, cidade.latitude) : null,
      longitude: known ? near(random, cidade.longitude) : null,
    },
  }
}

/** Within some five kilometres, six decimals. */
function near(random: Random, degrees: number): number {
  return Math.round(degrees * 1e6 + random.int(-45_000, 45_000)) / 1e6
}

const streamTelefone = 2

export interface Morada {
  cidade: Cidade
  telefone: string
}

/** City and own telephone of a customer, from a stream of its own so that neighbours can share the number. */
export function moradaOf(seed: number, id: number): Morada {
  const random = new Random(seed, id, streamTelefone)
  const cidade = random.weighted(cidades)
  return { cidade, telefone: makeTelefone(random, cidade.ddd) }
}

/** As real fields are filled: mobiles with and without the ninth digit, landlines, bare, with +55 or punctuated. */
export function makeTelefone(random: Random, ddd: string): string {
  const assinante = random.chance(25) ? makeFixo(random) : makeMovel(random)
  const estilo = random.int(1, 100)
  if (estilo <= 70) return ddd + assinante
  if (estilo <= 85) return `+55${ddd}${assinante}`
  if (estilo <= 95) return `(${ddd}) ${assinante.slice(0, -4)}-${assinante.slice(-4)}`
  return `0${ddd}${assinante}`
}

/** Blocks 9991 and 9888 are kept for the demo's well-known numbers. */
function makeMovel(random: Random): string {
  const bloco = random.int(8000, 9987)
  const assinante = `${bloco === 9888 ? 9887 : bloco}${random.digits(4)}`
  return random.chance(15) ? assinante : `9${assinante}`
}

/** Block 3221 is kept for the demo's well-known numbers. */
function makeFixo(random: Random): string {
  return `3${random.int(222, 799)}${random.digits(4)}`
}
