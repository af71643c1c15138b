const base = '/api/painel/clientes'
const ordem = 'order_by=data_cadastro&order_type=desc'

/**
 * The first requests of an unfiltered list, letter by letter as useClientes and useTotalClientes make them: the page's
 * head preloads them. tests/e2e/clientes.spec.ts
 */
export const inicioDaLista = [`${base}?${ordem}&pular=0`, `${base}/total?${ordem}`]
