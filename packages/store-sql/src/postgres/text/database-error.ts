import { DatabaseError, type ErrorMembers, isObject } from '../../connections/library-error.ts';

/** Returns the error of the database inside an error of a library, in the form of `pg`; an error without one as it is. */
export function databaseErrorOf(error: unknown): unknown {
  return findDatabaseError(error) ?? error;
}

function findDatabaseError(error: unknown): unknown {
  if (!isObject(error)) return undefined;
  const { code, cause, meta } = error;
  // Prisma has codes of its own, which look like those of the database.
  if (isObject(meta) && isObject(meta.driverAdapterError)) return fromPrisma(meta.driverAdapterError.cause);
  if (typeof code !== 'string') return findDatabaseError(cause);
  return 'constraint_name' in error ? fromPostgresJs(error) : error;
}

function fromPostgresJs({
  message,
  code,
  severity,
  table_name: table,
  constraint_name: constraint,
}: ErrorMembers): unknown {
  return new DatabaseError(message, { code, severity, table, constraint });
}

function fromPrisma(cause: unknown): unknown {
  if (!isObject(cause)) return undefined;
  const { originalMessage, originalCode: code, severity, table, constraint } = cause;
  const index = isObject(constraint) ? constraint.index : undefined;
  return new DatabaseError(originalMessage, { code, severity, table, constraint: index });
}
