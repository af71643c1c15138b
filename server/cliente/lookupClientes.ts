import { invalid, mistakesOf } from '../refusal.ts'
import type { ClienteLookup } from './rows/lookup.ts'
import { readLookup } from './rules/lookup.ts'
import { type Busca, clienteLookupParams } from './wire/lookup.ts'

/** The customers that another system looks up by one of the named things, each as its JSON. @throws Refusal invalid */
export function lookupClientes(lookup: ClienteLookup, dddPadrao: string | undefined) {
  return async (params: unknown): Promise<string[]> => {
    const parsed = clienteLookupParams.safeParse(params)
    if (!parsed.success) throw invalid({ ...termMistakes(params, dddPadrao), ...mistakesOf(parsed.error) })
    const read = readLookup(parsed.data.busca, parsed.data.termo_busca, dddPadrao)
    if ('mistakes' in read) throw invalid(read.mistakes)
    return lookup(read.lookup, parsed.data.limit)
  }
}

/** What the term lacks by itself, where only another parameter was judged so far. */
function termMistakes(params: unknown, dddPadrao: string | undefined) {
  const { busca, termo_busca } = clienteLookupParams.shape
  const sent = params as { busca?: unknown; termo_busca?: unknown }
  const kind = busca.safeParse(sent.busca)
  const term = termo_busca.safeParse(sent.termo_busca)
  if (!kind.success || !term.success) return {}
  const read = readLookup(kind.data as Busca, term.data as string, dddPadrao)
  return 'mistakes' in read ? read.mistakes : {}
}

export type LookupClientes = ReturnType<typeof lookupClientes>
