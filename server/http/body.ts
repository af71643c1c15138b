import { isUtf8 } from 'node:buffer'
import type { FastifyInstance } from 'fastify'
import { isSafeNumber, parse } from 'lossless-json'
import { LongNumber } from './wire.ts'

/** JavaScript would write 1763.20 as 1763.2, which is another call's id. */
const numberOf = (digits: string) =>
  isSafeNumber(digits) && String(Number(digits)) === digits ? Number(digits) : new LongNumber(digits)

/**
 * A number that stands bare and has so many digits, or one of them a point; or that ends in a nought behind the point, has
 * an exponent or would get one, or is a nought below zero. Asterisk's ids are as long, in texts.
 */
const mayBeLong = /[[:,]\s*(?:-0\s*[,}\]]|-?\d(?:[\d.]{15}|\.0{6}|\d*\.\d*0\s*[,}\]]|[\d.]*[eE]))/

/** What JSON takes for no number, and dialplans write: a telephone with its trunk's nought. */
const leadingZero = /[[:,]\s*-?0\d/

/** A body that cannot be read; `answerErrors` knows its codes. */
const bodyError = (code: 'BODY_NOT_UTF8' | 'BODY_PACKED' | 'BODY_LEADING_ZERO' | 'BODY_POISONED') =>
  Object.assign(new Error(code), { code })

/**
 * Reads bodies: JSON in UTF-8 (RFC 8259), not compressed; anything else is told what to send. Numbers come with all their
 * digits, and in `ligacao_params` as they were written: an exchange's ids of 64 bits, or that end in a nought, are not one
 * another's. docs/interface.md: Errors, Numbers.
 */
export function readBodies(app: FastifyInstance): void {
  const parseJson = app.getDefaultJsonParser('error', 'error')
  app.removeAllContentTypeParsers()
  app.addContentTypeParser<Buffer>('application/json', { parseAs: 'buffer' }, (request, bytes, done) => {
    // Some senders take that header for one that names UTF-8.
    if (!isUtf8(bytes)) return done(bodyError(request.headers['content-encoding'] ? 'BODY_PACKED' : 'BODY_NOT_UTF8'))
    const text = bytes.toString()
    return parseJson(request, text, (error, body) => {
      if (error && isJson(text)) done(bodyError('BODY_POISONED'))
      else if (error) done(leadingZero.test(text) ? bodyError('BODY_LEADING_ZERO') : error)
      else done(null, mayBeLong.test(text) ? withLongNumbers(text, body) : body)
    })
  })
}

const bom = /^\uFEFF/

/** Of what the parser refuses: JSON all the same, with a name that would be an object's prototype. */
function isJson(text: string): boolean {
  try {
    JSON.parse(text.replace(bom, ''))
    return true
  } catch {
    return false
  }
}

/** `body` is what JavaScript makes of the text; it stays where that is nested too deep to be read again, and is refused. */
function withLongNumbers(text: string, body: unknown): unknown {
  try {
    const read = parse(text.replace(bom, ''), null, {
      parseNumber: numberOf,
      onDuplicateKey: ({ newValue }) => newValue,
    })
    return worth(read)
  } catch {
    return body
  }
}

/** The digits that count, without point, sign, exponent and noughts in front. */
const counting = (number: string) => number.replace(/e.*/i, '').replace(/[-.]/g, '').replace(/^0+/, '')

/** Whether a fraction is a double with more digits than tell it apart, each its own: 10.3 as C's `%.17g` writes it. */
function isWrittenOut(number: string): boolean {
  const { length } = counting(number)
  return /[.e]/i.test(number) && length <= 100 && counting(Number(number).toPrecision(length)) === counting(number)
}

/** Outside what an exchange sends along, a number is what it is worth, however it is written. */
function worth(value: unknown): unknown {
  if (value instanceof LongNumber)
    return isSafeNumber(value.digits) || isWrittenOut(value.digits) ? Number(value.digits) : value
  if (Array.isArray(value)) return value.map(worth)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, each]) => [name, name === 'ligacao_params' ? each : worth(each)]),
  )
}
