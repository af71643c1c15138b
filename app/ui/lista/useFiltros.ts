import { useWindowEvent } from '@mantine/hooks'
import { createLoader, createSerializer, type inferParserType, parseAsString, useQueryStates, type Values } from 'nuqs'
import { useEffect, useRef, useState } from 'react'

/** Whether a text is nearly a whole document or telephone number. Newer documents contain letters. */
export const looksPersonal = (texto: string) =>
  /(?:\d\D*){8}/.test(texto) || /^[0-9a-z]{12}\d\d$/i.test(texto.replace(/[\s./-]/g, ''))

/** An empty text is no filter. */
export const texto = parseAsString.withDefault('')

/** Null removes a filter. */
export type Change<Filtros> = (changes: { [Nome in keyof Filtros]?: Filtros[Nome] | null }) => void

/**
 * Filters that live in the address, so that it can be shared and reloaded. While the page is open, this state is the
 * truth, and the address follows at once. It is written without the router, which is late on a busy machine and would
 * undo keys typed meanwhile. What is typed into `digitado` is left out while it looks like a person's document or
 * telephone: proxies and histories store addresses.
 */
export function useFiltros<Parsers extends Parameters<typeof createSerializer>[0]>(
  parsers: Parsers,
  digitado?: keyof Parsers,
) {
  const [given] = useQueryStates(parsers)
  const [filtros, setFiltros] = useState(given)
  const latest = useRef(filtros)
  const read = (search: string): Values<Parsers> => createLoader(parsers)(search)
  // nuqs has two names for this shape, and the compiler cannot see that they are equal for every `Parsers`.
  const serialize = (values: Values<Parsers>) => createSerializer(parsers)(values as inferParserType<Parsers>)
  const address = (values: Values<Parsers>) => {
    const typed = digitado === undefined ? null : values[digitado]
    const shown = typeof typed === 'string' && looksPersonal(typed) ? { ...values, [digitado ?? '']: '' } : values
    return location.pathname + serialize(shown)
  }
  const take = (next: Values<Parsers>) => {
    latest.current = next
    setFiltros(next)
  }
  const asked = serialize(given)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the router reports only its own navigations, each once
  useEffect(() => take(given), [asked])
  useWindowEvent('popstate', () => take(read(location.search)))
  useWindowEvent('click', ({ target, defaultPrevented }) => {
    const link = target instanceof Element ? target.closest('a') : null
    const here = link?.origin === location.origin && link.pathname === location.pathname
    if (link && here && defaultPrevented) take(read(link.search))
  })
  const change: Change<Values<Parsers>> = (changes) => {
    const none = read('')
    const next = { ...latest.current }
    for (const nome in changes) next[nome] = changes[nome] ?? none[nome]
    take(next)
    History.prototype.replaceState.call(history, history.state, '', address(next))
  }
  return {
    filtros,
    change,
    clear: () => change(read('')),
    /** The filters as the query string of a request, without `?`. */
    query: serialize(filtros).slice(1),
    /** The address with the filters, up to date even before the next render. */
    address: () => address(latest.current),
  }
}
