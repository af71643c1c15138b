import { isUtf8 } from 'node:buffer'
import type { FastifyInstance } from 'fastify'
import { isSafeNumber, parse } from 'lossless-json'
import { LongNumber } from './wire.ts'

/** A number that JavaScript would spell otherwise keeps its digits: 1763.20 and 1763.2 are the ids of two calls. */
const numberOf = (digits: string) =>
  isSafeNumber(digits) && String(Number(digits)) === digits ? Number(digits) : new LongNumber(digits)

/**
 * A number outside quotes that JavaScript may spell otherwise: with 16 or more digits, one of which may be a point; or
 * that ends in a zero behind the point, has an exponent or would get one, or is -0. Asterisk's ids in quotes are as
 * long.
 */
const mayBeLong = /[[:,]\s*(?:-0\s*[,}\]]|-?\d(?:[\d.]{15}|\.0{6}|\d*\.\d*0\s*[,}\]]|[\d.]*[eE]))/

/** A telephone with its trunk's leading zero and no quotes, as dialplans write it: for JSON, that is no number. */
const leadingZero = /[[:,]\s*-?0\d/

/** A body that cannot be read; `answerErrors` knows its codes. */
const bodyError = (code: 'BODY_NOT_UTF8' | 'BODY_PACKED' | 'BODY_LEADING_ZERO' | 'BODY_POISONED') =>
  Object.assign(new Error(code), { code })

/**
 * Reads bodies: JSON in UTF-8 (RFC 8259), not compressed; the answer to any other says what to send. Numbers keep all
 * their digits, and in `ligacao_params` their spelling, so that two ids of an exchange stay different even if they have
 * 64 bits or end in a zero. docs/interface.md: Errors, Numbers.
 */
export function readBodies(app: FastifyInstance): void {
  const parseJson = app.getDefaultJsonParser('error', 'error')
  app.removeAllContentTypeParsers()
  app.addContentTypeParser<Buffer>('application/json', { parseAs: 'buffer' }, (request, bytes, done) => {
    // Only for bytes that are no UTF-8, since some senders put the name UTF-8 into that header.
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

/** Whether a text that Fastify's parser refuses is valid JSON: then it has a name that would set a prototype. */
function isJson(text: string): boolean {
  try {
    JSON.parse(text.replace(bom, ''))
    return true
  } catch {
    return false
  }
}

/**
 * Reads the text again. If it is nested too deep for that, returns `body`, JSON.parse's result, which is refused later.
 */
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

/** The significant digits, without point, sign, exponent and leading zeros. */
const counting = (number: string) => number.replace(/e.*/i, '').replace(/[-.]/g, '').replace(/^0+/, '')

/** Whether a fraction is a double written with more digits than needed, all of them right: 10.3 by C's `%.17g`. */
function isWrittenOut(number: string): boolean {
  const { length } = counting(number)
  return /[.e]/i.test(number) && length <= 100 && counting(Number(number).toPrecision(length)) === counting(number)
}

/** Outside of `ligacao_params`, only a number's value counts and not its spelling. */
function worth(value: unknown): unknown {
  if (value instanceof LongNumber)
    return isSafeNumber(value.digits) || isWrittenOut(value.digits) ? Number(value.digits) : value
  if (Array.isArray(value)) return value.map(worth)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, each]) => [name, name === 'ligacao_params' ? each : worth(each)]),
  )
}
