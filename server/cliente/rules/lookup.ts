import type { Mistakes } from '../../refusal.ts'
import { chavesTelefone } from '../../telefone/rules/chaves.ts'
import type { Busca } from '../wire/lookup.ts'
import { foldText } from './busca.ts'
import { normalizeDocumento } from './documento.ts'

/** What a look-up asks the database for. */
export type Lookup =
  | { by: 'id_cliente' | 'codigo_cliente' | 'id_cliente_servico'; id: number }
  | { by: 'telefone'; chaves: string[] }
  /** Beginning of the document or of a login; a whole one is its own beginning. */
  | { by: 'cpf_cnpj' | 'login'; beginning: string }
  /** Folded words, each somewhere in that name. */
  | { by: 'nome_razaosocial' | 'nome_fantasia'; words: string[] }

const maxId = 2_147_483_647

/** The meaning of a term for a kind of search, or the mistake that it is. A number no customer can have finds nobody. */
export function readLookup(
  busca: Busca,
  termo: string,
  dddPadrao: string | undefined,
): { lookup: Lookup } | { mistakes: Mistakes } {
  const refused = (sentence: string) => ({ mistakes: { termo_busca: [sentence] } })
  switch (busca) {
    case 'id_cliente':
    case 'codigo_cliente':
    case 'id_cliente_servico': {
      if (!/^\d{1,20}$/.test(termo)) return refused(`deve ter apenas dígitos quando busca é ${busca}`)
      return { lookup: { by: busca, id: Math.min(Number(termo), maxId + 1) } }
    }
    case 'telefone': {
      const chaves = chavesTelefone(termo, dddPadrao)
      return chaves.length > 0 ? { lookup: { by: busca, chaves } } : refused('deve ser um número de telefone')
    }
    case 'cpf_cnpj': {
      const beginning = normalizeDocumento(termo)
      return beginning === '' ? refused('deve ser um CPF ou CNPJ') : { lookup: { by: busca, beginning } }
    }
    case 'login':
      return { lookup: { by: busca, beginning: termo.toLowerCase() } }
    default: {
      const words = foldText(termo).split(' ').filter(Boolean)
      return words.length > 0 ? { lookup: { by: busca, words } } : refused('deve ser um nome')
    }
  }
}
