import type { RunningMariaDb } from '@portcullis/testing/mariadb';
import { createConnection, type RowDataPacket } from 'mysql2/promise';

/** A database client that runs queries, and scripts exactly as written, like the administrator of a manual set-up. */
export interface ManualClient {
  rows(text: string): Promise<readonly Record<string, unknown>[]>;
  /** Runs a script as the client of MariaDB does, up to the first error. Returns the error's message. */
  runScript(script: string): Promise<string | undefined>;
  end(): Promise<void>;
}

/** Connects as the given account. @default the first account */
export async function openManualClient(
  { host, port, ...first }: RunningMariaDb,
  { user, password }: { readonly user: string; readonly password: string } = first,
): Promise<ManualClient> {
  const client = await createConnection({ host, port, user, password, charset: 'utf8mb4_bin' });
  const rows = async (text: string) => (await client.query<RowDataPacket[]>(text))[0];
  return {
    rows,
    async runScript(script) {
      for (const statement of statementsOf(script)) {
        try {
          await client.query(statement);
        } catch (error) {
          return error instanceof Error ? error.message : String(error);
        }
      }
      return undefined;
    },
    end: () => client.end(),
  };
}

/** The client splits a script at the delimiter, and removes comments between statements. */
function statementsOf(script: string): readonly string[] {
  const statements: string[] = [];
  let delimiter = ';';
  let text = '';
  for (const line of script.split('\n')) {
    const next = /^DELIMITER (\S+)$/.exec(line)?.[1];
    if (next) delimiter = next;
    else if (!(text === '' && (line.startsWith('--') || line.trim() === ''))) text += `${line}\n`;
    if (!text.trimEnd().endsWith(delimiter)) continue;
    statements.push(text.trimEnd().slice(0, -delimiter.length));
    text = '';
  }
  return text.trim() === '' ? statements : [...statements, text];
}

/** All parts of a server that a set-up could change, as one value for comparison. */
export async function fingerprint(client: ManualClient): Promise<unknown> {
  return {
    accounts: await client.rows('SELECT Host, User, Priv FROM mysql.global_priv ORDER BY User, Host'),
    grants: await client.rows('SELECT * FROM mysql.db ORDER BY Db, User'),
    tables: await client.rows('SELECT * FROM mysql.tables_priv ORDER BY Db, User, Table_name'),
    databases: await client.rows(
      'SELECT SCHEMA_NAME, SCHEMA_COMMENT FROM information_schema.SCHEMATA ORDER BY SCHEMA_NAME',
    ),
  };
}
