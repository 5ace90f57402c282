import type { DriverClient, DriverClientOptions, LoadDriver } from '@portcullis/plugin-redshift';
import { type RunningPostgres, startPostgres } from '@portcullis/testing/postgres';
import pg from 'pg';
import { CATALOG_SHIMS } from './catalog-shims.ts';
import { createPasswordDigests } from './password-digests.ts';
import { translate } from './translate.ts';

/** A PostgreSQL that reads literals as Amazon Redshift does and has its catalog views. */
export interface RedshiftLike {
  readonly server: RunningPostgres;
  /** The driver of the plugin, which connects to this server for any host in the config. */
  readonly driver: LoadDriver;
  /** The received statements, as the plugin or an administrator wrote them. */
  readonly statements: readonly string[];
  /** Refuses the next statement that begins with this text, like the server without a privilege. */
  refuseNext(begins: string): void;
  /** Runs one statement of Amazon Redshift as the first account, or as another one. */
  run(
    statement: string,
    as?: { readonly user?: string; readonly password?: string; readonly database?: string },
  ): Promise<readonly Record<string, unknown>[]>;
  stop(): Promise<void>;
}

/**
 * Starts the server. Later databases also have the views, because they are copies of the template.
 *
 * @param strings - `standard` lets PostgreSQL read literals in its own way: statements with a backslash then fail.
 */
export async function startRedshiftLike(strings: 'escapes' | 'standard' = 'escapes'): Promise<RedshiftLike> {
  const server = await startPostgres({
    settings: {
      standard_conforming_strings: strings === 'standard' ? 'on' : 'off',
      escape_string_warning: 'off',
      allow_system_table_mods: 'on',
    },
  });
  for (const database of ['template1', server.database]) {
    const client = new pg.Client({ ...account(server), database }).on('error', () => {});
    await client.connect();
    for (const shim of CATALOG_SHIMS) await client.query(shim);
    await client.end();
  }
  const digests = createPasswordDigests();
  const statements: string[] = [];
  const refused: string[] = [];

  /** The driver's client, with a different address and translated statements. */
  const connect = ({ user = '', password = '', database, application_name }: pg.ClientConfig) => {
    const known = { user, password: digests.passwordFor(user, String(password)), database, application_name };
    return new pg.Client({ host: server.host, port: server.port, ...defined(known) }).on('error', () => {});
  };
  const send = async (client: pg.Client, text: string): Promise<pg.QueryResult> => {
    statements.push(text);
    const at = refused.findIndex((begins) => text.startsWith(begins));
    if (at >= 0) {
      const [begins] = refused.splice(at, 1);
      throw Object.assign(new Error(`permission denied to ${begins}`), { code: '42501', severity: 'ERROR' });
    }
    digests.learn(text);
    return client.query(translate(text));
  };
  class Client implements DriverClient {
    readonly #client: pg.Client;
    constructor(options: DriverClientOptions) {
      this.#client = connect(options);
    }
    connect(): Promise<unknown> {
      return this.#client.connect();
    }
    query(text: string): Promise<pg.QueryResult> {
      return send(this.#client, text);
    }
    end(): Promise<void> {
      return this.#client.end();
    }
    on(event: 'error' | 'notice', listener: (about: never) => void): void {
      this.#client.on(event as 'error', listener as (error: Error) => void);
    }
  }

  return {
    server,
    driver: async () => ({ Client }),
    statements,
    refuseNext: (begins) => void refused.push(begins),
    async run(statement, as = {}) {
      const client = connect({ ...account(server), ...as });
      client.on('error', () => {});
      await client.connect();
      try {
        return (await send(client, statement)).rows;
      } finally {
        await client.end();
      }
    },
    stop: () => server.stop(),
  };
}

function account({ host, port, user, password, database }: RunningPostgres) {
  return { host, port, user, password, database };
}

/** A missing option must be absent: the driver reads undefined as a value. */
function defined(options: pg.ClientConfig): pg.ClientConfig {
  return Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined));
}
