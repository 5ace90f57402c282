import { createPortcullis, createStaticSecretKeys, type Portcullis, type Store } from '@portcullis/core';
import { createReceiver, type Receiver } from '@portcullis/testing';
import { openPostgresDatabase } from '@portcullis/testing/postgres';
import { Client } from 'pg';
import { createPostgresStore } from '../../src/postgres.ts';
import { ADMIN } from '../support/requests.ts';

/** The committed rows of a host and of Portcullis. */
interface Committed {
  readonly tags: readonly string[];
  /** Returns the given names that a published event contains. */
  readonly events: readonly string[];
}

/** A host whose database has the table `tags`, and an instance in the same database with a webhook for new tags. */
export interface TestHost extends AsyncDisposable {
  readonly connectionString: string;
  readonly store: Store;
  readonly portcullis: Portcullis;
  readonly receiver: Receiver;
  committed(...names: readonly string[]): Promise<Committed>;
}

/** The database of a host. */
export interface HostDatabase {
  readonly connectionString: string;
  readonly store: Store;
  /** Returns the given names that the table `tags` contains. */
  findTags(names: readonly string[]): Promise<readonly string[]>;
  close(): Promise<void>;
}

/** Opens a host on an empty database of PostgreSQL. */
export async function openHost(): Promise<TestHost> {
  const postgres = await openPostgresDatabase();
  const { connectionString } = postgres;
  const client = new Client(connectionString).on('error', () => {});
  await client.connect();
  await client.query('create table tags (name text primary key)');
  return openHostOn({
    connectionString,
    store: createPostgresStore({ connectionString }),
    async findTags(names) {
      const { rows } = await client.query<{ name: string }>('select name from tags where name = any($1)', [names]);
      return rows.map(({ name }) => name);
    },
    async close() {
      await client.end();
      await postgres.stop();
    },
  });
}

/** Opens a host on an empty database with the table `tags`. */
export async function openHostOn({ connectionString, store, findTags, close }: HostDatabase): Promise<TestHost> {
  const receiver = await createReceiver();
  const portcullis = await createPortcullis({
    plugins: [],
    store,
    secretKeys: createStaticSecretKeys({ current: '1', keys: { '1': Buffer.alloc(32, 7) } }),
    webhooks: { allow: [{ cidr: '127.0.0.1/32' }] },
    host: { permissionsOf: async () => ['APPLICATION_ADMIN'] },
  });
  const webhook = { name: 'Tags', url: `${receiver.url}/in`, global: true, actionType: null };
  await portcullis.webhooks.create(ADMIN, { webhooks: [{ ...webhook, notificationType: ['tagCreated'] }] });
  return {
    connectionString,
    store,
    portcullis,
    receiver,
    async committed(...names) {
      const tags = new Set(await findTags(names));
      const events = (await store.find('events')).map(({ payload }) => Buffer.from(payload).toString());
      return {
        tags: names.filter((name) => tags.has(name)),
        events: names.filter((name) => events.some((payload) => payload.includes(`"${name}"`))),
      };
    },
    async [Symbol.asyncDispose]() {
      await portcullis.close();
      await receiver.close();
      await close();
    },
  };
}
