import type { RunningPostgres } from '@portcullis/testing/postgres';
import pg from 'pg';

/** A separate connection, with which tests inspect and disturb the server. */
export interface Administrator {
  rows(text: string): Promise<readonly Record<string, unknown>[]>;
  end(): Promise<void>;
}

/** Signs in as the server's first account, or as another one. */
export async function administrator(
  server: RunningPostgres,
  options: { readonly database?: string; readonly user?: string; readonly password?: string } = {},
): Promise<Administrator> {
  const { database = server.database, user = server.user, password = server.password } = options;
  const client = new pg.Client({ host: server.host, port: server.port, user, password, database });
  client.on('error', () => {});
  await client.connect();
  return {
    rows: async (text) => (await client.query(text)).rows,
    end: () => client.end(),
  };
}

/** Resolves when the server runs a statement, or has stopped running it. */
export async function untilRunning(admin: Administrator, pattern: string, wanted: boolean): Promise<void> {
  for (;;) {
    const rows = await admin.rows(
      `SELECT 1 FROM pg_stat_activity WHERE query LIKE '${pattern}' AND state = 'active' AND pid <> pg_backend_pid()`,
    );
    if (rows.length > 0 === wanted) return;
  }
}

/** Returns all parts of a server that a set-up could change, as one comparable value. */
export async function fingerprint(admin: Administrator): Promise<unknown> {
  return {
    roles: await admin.rows(
      'SELECT rolname, rolsuper, rolcreatedb, rolcanlogin, rolpassword FROM pg_authid ORDER BY 1',
    ),
    databases: await admin.rows('SELECT datname, datdba, datacl::text FROM pg_database ORDER BY 1'),
    schemas: await admin.rows(
      "SELECT nspname, nspowner, nspacl::text FROM pg_namespace WHERE nspname NOT LIKE 'pg\\_%' ORDER BY 1",
    ),
    tables: await admin.rows(
      "SELECT relname, relnamespace FROM pg_class WHERE relnamespace NOT IN (SELECT oid FROM pg_namespace WHERE nspname LIKE 'pg\\_%' OR nspname = 'information_schema') ORDER BY 1, 2",
    ),
  };
}
