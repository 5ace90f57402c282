import type { PostgresServer } from './postgres-server.ts';

/** The kinds of objects that are planted. */
export const KINDS = ['role', 'user', 'schema', 'database', 'procedure', 'table'] as const;
/** One of them. */
export type Kind = (typeof KINDS)[number];

/** An object of the integration whose name another account takes. */
export interface Target {
  readonly kind: Kind;
  readonly name: string;
  /** The database that it is in; undefined for the initial one, and for what belongs to the server. */
  readonly database?: string;
  readonly schema?: string;
  /** The arguments of a procedure. */
  readonly arguments?: string;
}

const USER_SCHEMAS = "nspname NOT LIKE 'pg\\_%' AND nspname NOT IN ('information_schema', 'public')";

/** Reads the names of everything that an integration is made of from a server that has one. */
export async function readTargets(server: PostgresServer, database: string): Promise<readonly Target[]> {
  const outside = await server.on(undefined, async (ask) => [
    ...(await ask("SELECT rolname, rolcanlogin FROM pg_roles WHERE rolname LIKE 'gov%'")).map(
      ({ rolname, rolcanlogin }): Target => ({ kind: rolcanlogin ? 'user' : 'role', name: String(rolname) }),
    ),
    ...(await ask(`SELECT nspname FROM pg_namespace WHERE ${USER_SCHEMAS}`)).map(
      ({ nspname }): Target => ({ kind: 'schema', name: String(nspname) }),
    ),
  ]);
  const inside = await server.on(database, async (ask) => [
    ...(await ask(`SELECT nspname FROM pg_namespace WHERE ${USER_SCHEMAS}`)).map(
      ({ nspname }): Target => ({ kind: 'schema', name: String(nspname), database }),
    ),
    ...(
      await ask(
        `SELECT nspname, relname FROM pg_class JOIN pg_namespace ON pg_namespace.oid = relnamespace WHERE relkind = 'r' AND ${USER_SCHEMAS}`,
      )
    ).map(
      ({ nspname, relname }): Target => ({ kind: 'table', name: String(relname), schema: String(nspname), database }),
    ),
    ...(
      await ask(
        `SELECT nspname, proname, pg_get_function_identity_arguments(pg_proc.oid) AS arguments FROM pg_proc JOIN pg_namespace ON pg_namespace.oid = pronamespace WHERE ${USER_SCHEMAS}`,
      )
    ).map(
      (row): Target => ({
        kind: 'procedure',
        name: String(row.proname),
        schema: String(row.nspname),
        arguments: String(row.arguments),
        database,
      }),
    ),
  ]);
  return [...outside, { kind: 'database', name: database }, ...inside];
}
