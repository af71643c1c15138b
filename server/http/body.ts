import { isUtf8 } from 'node:buffer'
import type { FastifyInstance } from 'fastify'
import { isSafeNumber, parse } from 'lossless-json'
import { LongNumber } from './wire.ts'

const numberOf = (digits: string) => (isSafeNumber(digits) ? Number(digits) : new LongNumber(digits))

/** A number that stands bare and has so many digits, or one of them a point. Asterisk's ids are as long, in texts. */
const mayBeLong = /[[:,]\s*-?\d[\d.]{15}/

/** A body that cannot be read; `answerErrors` knows its codes. */
const bodyError = (code: 'BODY_NOT_UTF8' | 'BODY_PACKED') => Object.assign(new Error(code), { code })

/**
 * Reads bodies: JSON in UTF-8 (RFC 8259), not compressed; anything else is told what to send. Numbers come with all their
 * digits: an exchange's ids of 64 bits are not one another's. docs/interface.md: Errors, Numbers.
 */
export function readBodies(app: FastifyInstance): void {
  const parseJson = app.getDefaultJsonParser('error', 'error')
  app.removeAllContentTypeParsers()
  app.addContentTypeParser<Buffer>('application/json', { parseAs: 'buffer' }, (request, bytes, done) => {
    // Some senders take that header for one that names UTF-8.
    if (!isUtf8(bytes)) return done(bodyError(request.headers['content-encoding'] ? 'BODY_PACKED' : 'BODY_NOT_UTF8'))
    const text = bytes.toString()
    if (!mayBeLong.test(text)) return parseJson(request, text, done)
    return parseJson(request, text, (error, body) => done(error, error ? undefined : withLongNumbers(text, body)))
  })
}

/** `body` is what JavaScript makes of the text; it stays where that is nested too deep to be read again, and is refused. */
function withLongNumbers(text: string, body: unknown): unknown {
  try {
    return parse(text.replace(/^\uFEFF/, ''), null, {
      parseNumber: numberOf,
      onDuplicateKey: ({ newValue }) => newValue,
    })
  } catch {
    return body
  }
}
