const base = '/api/painel/clientes'
const ordem = 'order_by=data_cadastro&order_type=desc'

/**
 * What the list asks for when its address names no filter, to the letter as useClientes and useTotalClientes ask: the
 * page's head names them, and the browser takes the answer that has come already. tests/e2e/clientes.spec.ts
 */
export const inicioDaLista = [`${base}?${ordem}&pular=0`, `${base}/total?${ordem}`]
