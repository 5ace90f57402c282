import type { RealPlatform, RealState } from '@portcullis/testing';
import { keepState } from '../../shared/emulator/keep-state.ts';
import { ADMINISTRATOR, type Emulator } from './emulator/emulator.ts';
import { describeDatabase } from './emulator/engine/describe-server.ts';
import type { Database, ServerState } from './emulator/engine/state.ts';
import { connectClient, type ManualClient } from './manual-client.ts';
import { runInQueryTool } from './query-tool.ts';

/** The dedicated pool in every config for this platform. */
export const POOL = 'governance';

/** The emulator of a server with one pool, and its administrator. */
export interface SynapsePlatform extends RealPlatform {
  readonly emulator: Emulator;
  /** Sends a batch as the administrator. */
  batch(database: string, text: string): Promise<void>;
}

/** Returns the platform of a running emulator, whose port and certificate the plugin needs first. */
export async function openSynapsePlatform(emulator: Emulator): Promise<SynapsePlatform> {
  const restore = keepState(emulator.server);
  const open = (database: string) =>
    connectClient({ port: emulator.port, ca: emulator.ca, database, ...ADMINISTRATOR });
  const batch = async (database: string, text: string) => {
    const client = await open(database);
    await client.batch(text);
    await client.close();
  };
  return {
    emulator,
    batch,
    look: async () => describe(emulator.server),
    async make({ kind, name }) {
      const statement = FOREIGN[kind];
      if (!statement) return undefined;
      const database = kind === 'login' ? 'master' : POOL;
      await batch(database, statement(`[${name.replaceAll(']', ']]')}]`));
      return `${database} ${kind} ${name}`;
    },
    clean: async () => restore(),
    async runScript(script) {
      const clients: ManualClient[] = [];
      const connect = async (database: string) => {
        const client = await open(database);
        clients.push(client);
        return client;
      };
      const errors = await runInQueryTool(script, connect, 'master');
      for (const client of clients) await client.close();
      return errors.length === 0 ? undefined : errors.join('\n');
    },
    close: emulator.stop,
  };
}

/**
 * The statement that creates a foreign object of each kind. Tables, procedures and grants only exist in our objects.
 */
const FOREIGN: Readonly<Record<string, (name: string) => string>> = {
  login: (name) => `CREATE LOGIN ${name} WITH PASSWORD = 'Strong7Enough'`,
  user: (name) => `CREATE USER ${name} WITHOUT LOGIN`,
  schema: (name) => `CREATE SCHEMA ${name}`,
  role: (name) => `CREATE ROLE ${name}`,
};

function describe({ logins, databases }: ServerState): RealState {
  const described = logins.map(({ id: _id, password: _password, ...login }) => [`master login ${login.name}`, login]);
  return Object.fromEntries([...described, ...databases.flatMap(describeContents)]);
}

/** The entries of a database. Grants are part of the entries of their principal and their schema: a grant changes a foreign one. */
function describeContents(database: Database): readonly (readonly [string, object])[] {
  const { name, principals, schemas, objects, permissions } = describeDatabase(database);
  return [
    ...principals.map((principal) => {
      const held = permissions.filter(({ grantee }) => grantee === principal.name).map(({ text }) => text);
      const kind = principal.type === 'R' ? 'role' : 'user';
      return [`${name} ${kind} ${principal.name}`, { ...principal, held: held.sort() }] as const;
    }),
    ...schemas.map((schema) => {
      const granted = permissions.filter(({ on, text }) => on === schema.name && text.includes(' 3 '));
      const contents = objects.filter((object) => object.schema === schema.name).map((object) => object.name);
      const grants = granted.map(({ text, grantee }) => `${text} ${grantee}`);
      return [
        `${name} schema ${schema.name}`,
        { ...schema, grants: grants.sort(), contents: contents.sort() },
      ] as const;
    }),
    ...objects.map((object) => [`${name} object ${object.schema}.${object.name}`, object] as const),
  ];
}
