import { isUtf8 } from 'node:buffer'
import type { FastifyInstance } from 'fastify'
import { isSafeNumber, parse } from 'lossless-json'

/** A number of a body with more digits than a JavaScript number keeps. In JSON it is the text of its digits. */
export class LongNumber {
  readonly digits: string

  constructor(digits: string) {
    this.digits = digits
  }

  toJSON(): string {
    return this.digits
  }
}

const numberOf = (digits: string) => (isSafeNumber(digits) ? Number(digits) : new LongNumber(digits))

/** Before any number is read with its digits there are so many in a row, with or without a point. */
const mayBeLong = /\d[\d.]{15}/

/** A body that cannot be read; `answerErrors` knows its codes. */
const unreadable = (code: 'BODY_NOT_UTF8' | 'BODY_PACKED') => Object.assign(new Error(code), { code })

/**
 * Reads bodies: JSON in UTF-8 (RFC 8259), not compressed; anything else is told what to send. Numbers come with all their
 * digits: an exchange's ids of 64 bits are not one another's. docs/interface.md: Errors, Numbers.
 */
export function readBodies(app: FastifyInstance): void {
  const parseJson = app.getDefaultJsonParser('error', 'error')
  app.removeAllContentTypeParsers()
  app.addContentTypeParser<Buffer>('application/json', { parseAs: 'buffer' }, (request, bytes, done) => {
    // Some senders take that header for one that names UTF-8.
    if (!isUtf8(bytes)) return done(unreadable(request.headers['content-encoding'] ? 'BODY_PACKED' : 'BODY_NOT_UTF8'))
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
