import type { RunningPostgres } from '@portcullis/testing/postgres';
import pg from 'pg';
import { splitStatements } from './split-statements.ts';

/** An administrator with a client: inspects the server, and runs scripts exactly as written. */
export interface ManualClient {
  rows(text: string): Promise<readonly Record<string, unknown>[]>;
  /** Runs a script statement by statement, and continues after errors. Returns the errors of {@link withoutFollowUps}. */
  runScript(script: string): Promise<readonly string[]>;
  end(): Promise<void>;
}

/** Leaves out the errors of statements between one that failed and the end of its transaction. */
export function withoutFollowUps(errors: readonly string[]): readonly string[] {
  return errors.filter((message) => !message.startsWith('current transaction is aborted'));
}

/** Connects to a database of the server, by default as its first account. */
export async function openManualClient(
  server: RunningPostgres,
  options: { readonly database?: string; readonly user?: string; readonly password?: string } = {},
): Promise<ManualClient> {
  const { database = server.database, user = server.user, password = server.password } = options;
  const client = new pg.Client({ host: server.host, port: server.port, user, password, database });
  client.on('error', () => {});
  await client.connect();
  return {
    rows: async (text) => (await client.query(text)).rows,
    async runScript(script) {
      const errors: string[] = [];
      for (const statement of await splitStatements(script)) {
        await client.query(statement).catch((error: Error) => errors.push(error.message));
      }
      return withoutFollowUps(errors);
    },
    end: () => client.end(),
  };
}

/** Everything on a server that a set-up could change, as one value for comparison. */
export async function fingerprint(client: ManualClient): Promise<unknown> {
  return {
    roles: await client.rows(
      'SELECT rolname, rolsuper, rolcreatedb, rolcanlogin, rolpassword FROM pg_authid ORDER BY 1',
    ),
    databases: await client.rows('SELECT datname, datdba, datacl::text FROM pg_database ORDER BY 1'),
    schemas: await client.rows(
      "SELECT nspname, nspacl::text FROM pg_namespace WHERE nspname NOT LIKE 'pg\\_%' ORDER BY 1",
    ),
  };
}
