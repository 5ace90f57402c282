import { DatabaseError, isObject } from '../../connections/library-error.ts';

/** Returns the error of the database inside an error of a library, in the form of `mysql2`; an error without one as it is. */
export function databaseErrorOf(error: unknown): unknown {
  return findDatabaseError(error) ?? error;
}

function findDatabaseError(error: unknown): unknown {
  if (!isObject(error)) return undefined;
  const { errno, code, fatal, sqlMessage, cause, meta } = error;
  if (isObject(meta) && isObject(meta.driverAdapterError)) return fromPrisma(meta.driverAdapterError.cause);
  if (typeof errno !== 'number') return findDatabaseError(cause);
  // The messages of libraries and of the driver `mariadb` also contain the statement.
  return typeof sqlMessage === 'string' ? new DatabaseError(sqlMessage, { errno, code, fatal }) : error;
}

function fromPrisma(cause: unknown): unknown {
  if (!isObject(cause) || cause.originalCode === undefined) return undefined;
  return new DatabaseError(cause.originalMessage, { errno: Number(cause.originalCode) });
}
