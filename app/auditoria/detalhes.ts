import type { RegistroNomeado } from '#server/auditoria/wire'
import { inteiro, reais } from '../ui/format.ts'

/** How people write the words that names of details are made of, where programs write them otherwise. */
const palavras: Partial<Record<string, string>> = {
  codigo: 'código',
  ddd: 'DDD',
  descricao: 'descrição',
  lancamento: 'lançamento',
  ligacao: 'chamada',
  ligacoes: 'chamadas',
  padrao: 'padrão',
  servico: 'serviço',
  titulo: 'título',
  usuario: 'usuário',
}

/** Pure. 'total parcelas: 3 · valor: R$ 180,00' */
export const detalhesPorExtenso = ({ detalhes, nomes }: Pick<RegistroNomeado, 'detalhes' | 'nomes'>): string =>
  Object.entries({ ...detalhes, ...nomes })
    .filter(([, value]) => value !== null && value !== '')
    .map(([nome, value]) => {
      const centavos = nome.endsWith('_centavos') && typeof value === 'number'
      if (centavos) return `${porExtenso(nome.replace('_centavos', ''))}: ${reais(value)}`
      return `${porExtenso(nome)}: ${valor(value)}`
    })
    .join(' · ')

const porExtenso = (nome: string) =>
  nome
    .split('_')
    .map((palavra) => palavras[palavra] ?? palavra)
    .join(' ')

function valor(value: unknown): string {
  if (typeof value === 'boolean') return value ? 'sim' : 'não'
  return typeof value === 'number' ? inteiro(value) : String(value)
}
