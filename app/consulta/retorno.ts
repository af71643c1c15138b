/** Where the list was left: the way back leads there, filters, place and all. */
let lista: string | null = null

export const noteLista = () => {
  lista = window.location.pathname + window.location.search
}

/** The list's address when this tab came from it, else null. */
export const listaDeixada = () => lista
