import type { PostgresServer } from './postgres-server.ts';

/** The kinds of objects that are planted. */
export const KINDS = ['role', 'user', 'schema', 'database', 'procedure', 'table'] as const;
/** One of them. */
export type Kind = (typeof KINDS)[number];

/** An object of the integration whose name another account takes. */
export interface Target {
  readonly kind: Kind;
  readonly name: string;
  /** The database that contains it. Undefined for the initial one, and for objects of the server. */
  readonly database?: string;
  readonly schema?: string;
  /** The arguments of a procedure. */
  readonly arguments?: string;
  /** The columns of a table, as its definition lists them. */
  readonly columns?: string;
}

/** Returns the name of a target, with its location. */
export function describeTarget({ kind, name, database, schema }: Target): string {
  return `${kind} ${[database, schema, name].filter((part) => part !== undefined).join('.')}`;
}

const USER_SCHEMAS = "nspname NOT LIKE 'pg\\_%' AND nspname NOT IN ('information_schema', 'public')";

/** Reads the names of all objects of an integration from a server that has one. */
export async function readTargets(server: PostgresServer, database: string): Promise<readonly Target[]> {
  const accounts = await server.on(undefined, (ask) =>
    ask("SELECT rolname, rolcanlogin FROM pg_roles WHERE rolname LIKE 'gov%'"),
  );
  return [
    ...accounts.map(
      ({ rolname, rolcanlogin }): Target => ({ kind: rolcanlogin ? 'user' : 'role', name: `${rolname}` }),
    ),
    ...(await targetsIn(server, undefined)),
    { kind: 'database', name: database },
    ...(await targetsIn(server, database)),
  ];
}

/** Reads the schemas of a database, with their contents. @param database - undefined for the initial one. */
async function targetsIn(server: PostgresServer, database: string | undefined): Promise<readonly Target[]> {
  const place = database === undefined ? {} : { database };
  return server.on(database, async (ask) => {
    const of = async (kind: Kind, query: string): Promise<readonly Target[]> =>
      (await ask(query)).map((row) => ({ kind, ...row, ...place }) as unknown as Target);
    return [
      ...(await of('schema', `SELECT nspname::text AS name FROM pg_namespace WHERE ${USER_SCHEMAS}`)),
      ...(await of('table', TABLES)),
      ...(await of('procedure', PROCEDURES)),
    ];
  });
}

const TABLES = `SELECT nspname::text AS schema, relname::text AS name,
    (SELECT string_agg(format('%I %s', attname, format_type(atttypid, atttypmod)), ', ' ORDER BY attnum)
      FROM pg_attribute WHERE attrelid = pg_class.oid AND attnum > 0) AS columns
  FROM pg_class JOIN pg_namespace ON pg_namespace.oid = relnamespace WHERE relkind = 'r' AND ${USER_SCHEMAS}`;

const PROCEDURES = `SELECT nspname::text AS schema, proname::text AS name,
    pg_get_function_identity_arguments(pg_proc.oid) AS arguments
  FROM pg_proc JOIN pg_namespace ON pg_namespace.oid = pronamespace WHERE ${USER_SCHEMAS}`;
