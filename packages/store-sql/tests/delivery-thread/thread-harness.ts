/** The parts that tests of delivery threads share: a receiver, a database, and instances whose deliveries a thread sends. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  createPortcullis,
  createStaticSecretKeys,
  type DeliveryThread,
  type Portcullis,
  type PortcullisOptions,
  type Store,
} from '@portcullis/core';
import { createReceiver, createRecordingLogger, type Receiver, type RecordingLogger } from '@portcullis/testing';
import { openPostgresDatabase, type PostgresDatabase } from '@portcullis/testing/postgres';
import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest';
import { createPostgresStore } from '../../src/postgres.ts';
import { createSqliteStore } from '../../src/sqlite.ts';
import { ADMIN } from '../support/requests.ts';

const MODULE = new URL('./thread.ts', import.meta.url);
const ALLOW = [{ cidr: '127.0.0.1/32' }];

/** A store of the main thread, and the environment with which the thread opens the same one. */
export interface Ground {
  readonly environment: Readonly<Record<string, string>>;
  store(): Store;
}

/** The parts of {@link createThreadHarness}. */
export interface ThreadHarness {
  /** The receiver of the current test. */
  readonly receiver: Receiver;
  /** A folder of the current test. */
  readonly folder: string;
  onSqlite(): Ground;
  onPostgres(): Ground;
  /** Starts an instance whose thread sends everything, unless `thread` says otherwise. It is closed after the test. */
  start(
    ground: Ground,
    options?: Partial<PortcullisOptions> & { readonly thread?: Partial<DeliveryThread> },
  ): Promise<{ readonly portcullis: Portcullis; readonly logger: RecordingLogger }>;
  /** Creates a webhook of the receiver, in a tenant or in the instance. */
  createWebhook(portcullis: Pick<Portcullis, 'webhooks'>): ReturnType<Portcullis['webhooks']['create']>;
}

/** Registers what is opened and closed around each test, and returns the parts for it. */
export function createThreadHarness(): ThreadHarness {
  let folder = '';
  let receiver: Receiver;
  let postgres: PostgresDatabase | undefined;
  let schemas = 0;
  const open: Portcullis[] = [];

  beforeAll(async () => {
    // Later threads reuse the code that the first one has compiled.
    process.env.NODE_COMPILE_CACHE ??= join(tmpdir(), 'portcullis-delivery-thread');
    postgres = await openPostgresDatabase();
  });
  afterAll(async () => {
    await postgres?.stop();
  });
  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), 'delivery-thread-'));
    receiver = await createReceiver();
    process.env.THREAD_DIED = join(folder, 'died');
  });
  afterEach(async () => {
    for (const portcullis of open.splice(0)) await portcullis.close();
    await receiver.close();
    rmSync(folder, { recursive: true, force: true });
    for (const name of Object.keys(process.env)) if (name.startsWith('THREAD_')) delete process.env[name];
  });

  return {
    get receiver() {
      return receiver;
    },
    get folder() {
      return folder;
    },
    onSqlite() {
      const file = join(folder, 'store.sqlite');
      return { environment: { THREAD_FILE: file }, store: () => createSqliteStore({ file }) };
    },
    onPostgres() {
      const connectionString = postgres?.connectionString ?? '';
      schemas += 1;
      const schema = `test_${schemas}`;
      return {
        environment: { THREAD_DATABASE: connectionString, THREAD_SCHEMA: schema },
        store: () => createPostgresStore({ connectionString, schema }),
      };
    },
    async start({ environment, store }, { thread, ...options } = {}) {
      Object.assign(process.env, environment);
      const logger = createRecordingLogger();
      const portcullis = await createPortcullis({
        plugins: [],
        store: store(),
        secretKeys: createStaticSecretKeys({ current: '1', keys: { '1': Buffer.alloc(32, 7) } }),
        logger,
        settings: { recurringValidationPeriodMs: 0, webhookRetrySchedule: [10, 10, 10, 10] },
        ...options,
        webhooks: {
          allow: ALLOW,
          thread: { module: MODULE, execArgv: ['--conditions=source'], hostConcurrency: 0, ...thread },
          ...options.webhooks,
        },
      });
      open.push(portcullis);
      return { portcullis, logger };
    },
    createWebhook({ webhooks }) {
      const element = {
        url: receiver.url,
        name: 'Audit',
        global: true,
        notificationType: ['tagCreated'],
        actionType: null,
      };
      return webhooks.create(ADMIN, { webhooks: [{ ...element, secret: 'not so secret' }] });
    },
  };
}

/** Publishes a notification for the webhooks of the harness. */
export function notify(
  { notifications }: Pick<Portcullis, 'notifications'>,
  tagName: string,
): ReturnType<Portcullis['notifications']['notify']> {
  return notifications.notify({ kind: 'tagCreated', metadata: { tagName } });
}

/** Resolves when `count` deliveries have succeeded since the call. */
export function attempted({ events }: Pick<Portcullis, 'events'>, count: number): Promise<void> {
  let left = count;
  return new Promise((resolve) => {
    const stop = events.on('delivery.attempted', ({ succeeded }) => {
      if (succeeded) left -= 1;
      if (left > 0) return;
      stop();
      resolve();
    });
  });
}
