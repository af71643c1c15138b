import { noFuso } from './fuso.ts'

/** How money, numbers, days and times are written on screen. */

const real = new Intl.NumberFormat('pt-BR', { style: 'currency', currency: 'BRL' })
const inteiros = new Intl.NumberFormat('pt-BR')
const lista = new Intl.ListFormat('pt-BR')

/** 'R$ 1.234,56', with an ordinary space, which text searches find. */
export const dinheiro = (valor: number) => real.format(valor).replaceAll('\u00a0', ' ')

/** Whole cents as 'R$ 1.234,56'. Only for display: amounts are never computed as fractions. */
export const reais = (centavos: number) => dinheiro(centavos / 100)

/** '1.234' */
export const inteiro = (total: number) => inteiros.format(total)

/** '1 cliente', '1.234 clientes' */
export const contagem = (total: number, um: string, varios: string) => `${inteiro(total)} ${total === 1 ? um : varios}`

/** 'instalação, cadastral e fiscal' */
export const enumeracao = (palavras: readonly string[]) => lista.format(palavras)

/** An address with its postal code as 00000-000, however it was stored. */
export const comCep = (endereco: string) => endereco.replace(/(?<![\d-])(\d{5})-?(\d{3})(?![\d-])/g, '$1-$2')

/** A telephone as it is dialled and copied: its digits, after a plus if it has one. */
export const discado = (telefone: string) => telefone.replace(/(?!^\+)\D/g, '')

/** Whole seconds as 4:05, or 1:02:03 past an hour. */
export function duracao(segundos: number): string {
  const two = (n: number) => String(n).padStart(2, '0')
  const minutos = Math.floor(segundos / 60)
  const rest = two(segundos % 60)
  return minutos < 60 ? `${minutos}:${rest}` : `${Math.floor(minutos / 60)}:${two(minutos % 60)}:${rest}`
}

const nomeDoMes = new Intl.DateTimeFormat('pt-BR', { month: 'long', timeZone: 'UTC' })
const mesEAno = new Intl.DateTimeFormat('pt-BR', { month: 'long', year: 'numeric', timeZone: 'UTC' })

export const meses = Array.from({ length: 12 }, (_, mes) => nomeDoMes.format(Date.UTC(2000, mes)))

/** 'novembro de 2026'; an event without a month goes to the next billing. */
export const mesPorExtenso = (em: { mes: number; ano: number } | null) =>
  em ? mesEAno.format(Date.UTC(em.ano, em.mes - 1)) : 'próximo faturamento'

export const diaCivil = new Intl.DateTimeFormat('pt-BR', { dateStyle: 'short', timeZone: 'UTC' })
const diaEHora = new Intl.DateTimeFormat('pt-BR', { dateStyle: 'short', timeStyle: 'short', timeZone: 'UTC' })

/** Formats a date that has no time zone, without converting it; a text that is no date is returned unchanged. */
function civil(format: Intl.DateTimeFormat, momento: string): string {
  const at = Date.parse(`${momento.slice(0, 10)}T${momento.slice(11, 16) || '00:00'}Z`)
  return Number.isNaN(at) ? momento : format.format(at).replace(',', '')
}

/** '2024-05-31 08:00:00' or '2024-05-31' as 31/05/2024 */
export const dia = (momento: string) => civil(diaCivil, momento)

/** '2024-05-31 08:00:00' as 31/05/2024 08:00 */
export const diaHora = (momento: string) => civil(diaEHora, momento)

const diaEHoraNoFuso = noFuso({ dateStyle: 'short', timeStyle: 'short' })
/** 31/05/2024 08:00 */
export const quando = (iso: string) => diaEHoraNoFuso(new Date(iso))
/** 31/05/2024 08:00:30 */
export const instante = noFuso({ dateStyle: 'short', timeStyle: 'medium' })
/** 08:00:30 */
export const horaExata = noFuso({ timeStyle: 'medium' })

/** The name of an author; a token of another system is marked as a token. */
export const nomeDoAutor = ({ tipo, nome }: { tipo: string; nome: string }) =>
  tipo === 'token' ? `${nome} (token)` : nome
