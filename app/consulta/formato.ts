const real = new Intl.NumberFormat('pt-BR', { style: 'currency', currency: 'BRL' })
const inteiro = new Intl.NumberFormat('pt-BR')
const instante = new Intl.DateTimeFormat('pt-BR', { dateStyle: 'short', timeStyle: 'short' })

/** '2024-05-31 08:00:00' or '2024-05-31' as 31/05/2024: the day that stands there, in no zone. */
export const dia = (momento: string) => momento.slice(0, 10).split('-').reverse().join('/')

/** '2024-05-31 08:00:00' as 31/05/2024 08:00 */
export const diaHora = (momento: string) => `${dia(momento)} ${momento.slice(11, 16)}`

/** An instant, in the reader's own zone. */
export const quando = (iso: string) => instante.format(new Date(iso)).replace(',', '')

export const dinheiro = (valor: number) => real.format(valor)

export const contagem = (total: number, um: string, varios: string) =>
  `${inteiro.format(total)} ${total === 1 ? um : varios}`
