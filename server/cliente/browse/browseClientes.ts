import type { ClienteBrowser } from '../rows/browse/browse.ts'
import type { BrowseFilter } from '../wire/browse.ts'
import { readCursor, writeCursor } from './cursor.ts'
import { filtersOf } from './filters.ts'

const pageSize = 50

/** The supervisors' list, a page at a time. */
export function browseClientes(browser: ClienteBrowser, dddPadrao: string | undefined) {
  return {
    /** The page that follows the cursor `apos`, or the first. @throws Refusal for a cursor of another order */
    async page(filter: BrowseFilter & { apos?: string | undefined }) {
      const filters = filtersOf(filter, dddPadrao)
      const after = filter.apos === undefined ? null : readCursor(filters, filter.apos)
      const { clientes, next } = await browser.page(filters, after, pageSize)
      return { clientes, apos: next && writeCursor(filters, next) }
    },
    total: (filter: BrowseFilter) => browser.total(filtersOf(filter, dddPadrao)),
    pacotes: () => browser.pacotes(),
  }
}

export type BrowseClientes = ReturnType<typeof browseClientes>
