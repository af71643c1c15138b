import type { Endereco } from '../../cliente/wire/cliente.ts'
import type { Cidade } from './cidades.ts'
import { bairros, complementos, logradouros, tiposLogradouro } from './nomes.ts'
import type { Random } from './random.ts'

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
