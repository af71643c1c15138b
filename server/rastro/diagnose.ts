import type { Desk } from '../desk.ts'
import { callOf } from '../ligacao/rules/call.ts'
import { dayAfter, dayEnd, dayStart, deskDay, instantOf } from '../protocolo/rules/period.ts'
import { flushRastros, spanMs } from './noteRequest.ts'
import { knownOf, usuarioWithRamal } from './rows/known.ts'
import { hourlyNumbersOf, numberOf } from './rows/numbers.ts'
import { readRastros } from './rows/rastro.ts'
import { explain, isSince, stagesOf, type Window } from './rules/explain.ts'
import type { Pedido } from './rules/pedido.ts'
import type { DiagnosticoQuery, Rastro } from './wire.ts'

interface Diagnosis {
  resposta: string
  rastros: Rastro[]
  mais: boolean
}

const most = 50
const dayMs = 86_400_000
const aroundMs = 5 * 60_000
/** A request's dated id and its noted arrival differ by less than this. */
const idMs = 2_000
/** The part of a period that is read first: for an extension that rings often it holds enough. */
const recentMs = 3 * 3_600_000

/**
 * What exchanges asked, newest first, and what became of it; `resposta` says it in one sentence. Requests of the last
 * second are found only if this process served them. docs/interface.md: Why it did not ring.
 */
export async function diagnose(desk: Desk, asked: DiagnosticoQuery): Promise<Diagnosis> {
  await flushRastros(desk)
  const { since, until } = periodAsked(desk, asked)
  const ramalOf = asked.ramal ? await usuarioWithRamal(desk.database, asked.ramal) : null
  const numbers = (from: Date, to: Date) => numbersFor(desk, asked, ramalOf?.id, from, to)
  const telefoneChave = asked.telefone && telefoneChaveOf(desk, asked.telefone)
  const isMeant = (pedido: Pedido): boolean =>
    Date.parse(pedido.em) >= since.getTime() &&
    Date.parse(pedido.em) < until.getTime() &&
    pedido.operacao !== 'tela' &&
    (!asked.id || pedido.id === asked.id) &&
    (!asked.chave || pedido.chave === asked.chave) &&
    (!asked.ramal || pedido.ramal === asked.ramal || (ramalOf !== null && pedido.usuario_id === ramalOf.id)) &&
    (!telefoneChave || pedido.telefone_chave === telefoneChave)
  const { found, more } = await find(desk, { numbers, since, until }, isMeant)
  if (found.length === 0) return { resposta: await nothingCame(desk, asked, since, until), rastros: [], mais: false }
  const rastros = await presented(desk, found)
  return { resposta: answerOf(rastros), rastros, mais: more }
}

/** The search key of a telephone, as calls are compared by it. */
const telefoneChaveOf = ({ config }: Desk, telefone: string) => callOf({ telefone }, config.dddPadrao).telefone_chave

interface Where {
  /** The numbers that requests of a period are found by (rows/numbers.ts); null to read the whole period. */
  numbers: (from: Date, to: Date) => readonly number[] | null
  since: Date
  until: Date
}

/** Reads rows, the newest hours first, until enough requests in them are meant: a number may lead to others, too. */
async function find(desk: Desk, { numbers, since, until }: Where, isMeant: (pedido: Pedido) => boolean) {
  const found: Pedido[] = []
  const recent = new Date(Math.max(since.getTime(), until.getTime() - recentMs))
  const periods: [from: Date, to: Date][] =
    recent > since
      ? [
          [recent, until],
          [since, recent],
        ]
      : [[since, until]]
  const seen = new Set<string>()
  for (const [from, to] of periods) {
    // A request of the period may stand in a row with requests that came a little later.
    const last = new Date(to.getTime() + spanMs)
    const wanted = { numbers: numbers(from, last), since: from, until: last }
    for await (const { id, pedidos } of readRastros(desk.database, wanted)) {
      // The newest first, also of those that came in one millisecond.
      if (!seen.has(id)) found.push(...pedidos.filter(isMeant).reverse())
      seen.add(id)
      if (found.length > most) break
    }
    if (found.length > most) break
  }
  found.sort((a, b) => Date.parse(b.em) - Date.parse(a.em))
  return { found: found.slice(0, most), more: found.length > most }
}

/** The numbers of the most restrictive thing that is asked for; null if only the time is. */
function numbersFor(desk: Desk, asked: DiagnosticoQuery, usuarioId: number | undefined, since: Date, until: Date) {
  const { chave, telefone, ramal } = asked
  if (chave) return [numberOf('chave', chave)]
  if (telefone) return [numberOf('telefone', telefoneChaveOf(desk, telefone))]
  if (!ramal) return null
  const ofPerson = usuarioId === undefined ? [] : hourlyNumbersOf('usuario', usuarioId, since, until)
  return [...hourlyNumbersOf('ramal', ramal, since, until), ...ofPerson]
}

/**
 * The period asked for. Without one: for a key or a telephone as long as traces are kept, else the last day, of which
 * every request may have to be looked at.
 */
function periodAsked(desk: Desk, { dia, hora, id, chave, telefone }: DiagnosticoQuery): { since: Date; until: Date } {
  const { config, now } = desk
  const { timeZone } = config
  if (hora) {
    const today = deskDay(now(), timeZone)
    const at = instantOf(dia ?? today, hora, timeZone).getTime()
    // A time alone that is still to come is yesterday's.
    if (!dia && at - aroundMs > now().getTime()) return periodAsked(desk, { hora, dia: dayAfter(today, -1) })
    return { since: new Date(at - aroundMs), until: new Date(at + aroundMs) }
  }
  if (dia) return { since: dayStart(dia, timeZone), until: dayEnd(dia, timeZone) }
  // A request's own id says when it came (datedUuid).
  const at = id && /^[\da-f]{8}-[\da-f]{4}-7/.test(id) ? Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16) : null
  if (at) return { since: new Date(at - idMs), until: new Date(at + idMs) }
  const until = new Date(now().getTime() + aroundMs)
  const days = chave || telefone ? config.retencao.rastros || 36_500 : 1
  return { since: new Date(now().getTime() - days * dayMs), until }
}

async function presented(desk: Desk, pedidos: readonly Pedido[]): Promise<Rastro[]> {
  const known = await knownOf(desk.database, pedidos)
  const sounds = await soundsOf(desk, pedidos)
  return pedidos.map((pedido) => {
    const window = known.windowOf(pedido)
    const its = {
      usuario: known.usuarioOf(pedido),
      window,
      pausa: known.pausaOf(pedido)?.toLowerCase() ?? null,
      // Only from screens of the user whom it rang: what another user's screen says of this call is not believed.
      som: window && soundOf(sounds, pedido, window),
    }
    const { id, em, ip, status, token = null, ramal = null, telefone = null, chave = null, vezes = 1 } = pedido
    const operacao = pedido.operacao === 'tela' ? 'notificar' : pedido.operacao
    return {
      id,
      em,
      operacao,
      ...explain(pedido, its),
      vezes,
      ip,
      token,
      status,
      ramal,
      telefone,
      chave,
      etapas: stagesOf(pedido, its),
    }
  })
}

/** What screens said of calls: why they made no sound. */
async function soundsOf(desk: Desk, pedidos: readonly Pedido[]): Promise<Pedido[]> {
  const calls = [...new Set(pedidos.flatMap(({ ligacao }) => ligacao ?? []))]
  const since = new Date(Math.min(...pedidos.map(({ em }) => Date.parse(em))))
  const numbers = calls.map((id) => numberOf('ligacao', id))
  const told: Pedido[] = []
  const wanted = { numbers, since, until: new Date(desk.now().getTime() + dayMs) }
  if (calls.length > 0)
    for await (const { pedidos } of readRastros(desk.database, wanted))
      told.push(...pedidos.filter(({ operacao }) => operacao === 'tela'))
  return told
}

const soundOf = (sounds: readonly Pedido[], { ligacao, usuario_id }: Pedido, window: Window) =>
  sounds.find((of) => of.ligacao === ligacao && of.usuario_id === usuario_id && of.som && isSince(of.em, window))
    ?.som ?? null

/** The newest ring is what people ask about. */
function answerOf(rastros: readonly Rastro[]): string {
  const [first] = rastros
  const ring = rastros.find(({ operacao, status }) => operacao === 'notificar' || status >= 400)
  return (ring ?? first)?.frase ?? ''
}

async function nothingCame(desk: Desk, { ramal, telefone, chave, id }: DiagnosticoQuery, since: Date, until: Date) {
  const { config } = desk
  const now = desk.now()
  if (since > now) return 'Este momento ainda não chegou: pergunte por um dia e uma hora que já passaram.'
  const upTo = until < now ? until : now
  const before = await newestBefore(desk, upTo)
  const newest = before ?? (await newestBefore(desk, now))
  const time = (at: Date, told = now) => timeOf(at, told, config.timeZone)
  const of = [
    ramal && `do ramal ${ramal}`,
    telefone && `do telefone ${telefone}`,
    chave && `com a chave ${chave}`,
    id && `com o id ${id}`,
  ]
  const what = of.filter(Boolean).join(', ') || 'da central'
  const nothing = `Nada chegou ${what} entre ${time(since)} e ${time(upTo, since)}`
  if (!newest)
    return `${nothing}, nem de qualquer outro ramal: a central não fala com este endereço. Veja Administração › Central, ou peça a um administrador.`
  const last = `o último pedido de qualquer ramal foi às ${time(new Date(newest.em))} de ${newest.ip}.`
  const called = ramal ? 'a central chama este ramal' : 'a central avisa este endereço de cada chamada'
  return before
    ? `${nothing}; ${last} Veja se ${called} pelo plano de discagem.`
    : `${nothing}, nem antes de qualquer outro ramal; ${last}`
}

/** The newest request of an exchange, a notification if its row has one. Rows may hold only what screens told. */
async function newestBefore({ database }: Desk, until: Date): Promise<Pedido | undefined> {
  for await (const { pedidos } of readRastros(database, { numbers: null, since: new Date(0), until })) {
    const came = pedidos.filter(({ operacao }) => operacao !== 'tela')
    const newest = came.filter(({ operacao }) => operacao === 'notificar').at(-1) ?? came.at(-1)
    if (newest) return newest
  }
  return undefined
}

/** '10:05', or '21/11 10:05' if `at` is on another day than `told`. */
function timeOf(at: Date, told: Date, timeZone: string): string {
  const day = new Intl.DateTimeFormat('pt-BR', { timeZone, day: '2-digit', month: '2-digit' })
  const time = new Intl.DateTimeFormat('pt-BR', { timeZone, hour: '2-digit', minute: '2-digit' }).format(at)
  return day.format(at) === day.format(told) ? time : `${day.format(at)} ${time}`
}
