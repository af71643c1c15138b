import { isDriverAdapterError } from '@prisma/driver-adapter-utils'
import pg from 'pg'
import { Prisma } from './generated/prisma/client.ts'

const uniqueViolation = '23505'
/** Deleting a row that must stay (RESTRICT) fails with the second code; before PostgreSQL 18, with the first. */
const [foreignKeyViolation, restrictViolation] = ['23503', '23001']

const hasCode = (error: unknown, code: string): error is pg.DatabaseError =>
  error instanceof pg.DatabaseError && error.code === code

/**
 * Whether the database refused with this code: an error of pg, or of Prisma, whose COMMIT throws its adapter's error.
 */
export function hasSqlState(error: unknown, code: string): boolean {
  const told = error instanceof Prisma.PrismaClientKnownRequestError ? (error.meta?.driverAdapterError ?? error) : error
  return isDriverAdapterError(told) ? told.cause.originalCode === code : hasCode(told, code)
}

/** 'taken' if the writing failed because another row has a key or a name that only one may have. */
export const unlessTaken = <Outcome>(writing: Promise<Outcome>): Promise<Outcome | 'taken'> =>
  writing.catch((error) => {
    if (hasSqlState(error, uniqueViolation)) return 'taken'
    throw error
  })

/** Whether a statement failed because a row with the same key of that constraint stands there already. */
export const isTaken = (error: unknown, constraint: string): boolean =>
  hasCode(error, uniqueViolation) && error.constraint === constraint

/** Whether a statement failed because a row that it refers to is not there, or one that it deletes is referred to. */
export const isReferenceBroken = (error: unknown): boolean =>
  hasCode(error, foreignKeyViolation) || hasCode(error, restrictViolation)
