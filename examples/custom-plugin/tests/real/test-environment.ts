import {
  createMemoryStore,
  createPortcullis,
  createStaticSecretKeys,
  type OperationResponse,
  type Portcullis,
  ServiceError,
  type ValidationResults,
} from '@portcullis/core';
import { type RunningMariaDb, startMariaDb } from '@portcullis/testing/mariadb';
import { mariadb } from '../../src/index.ts';
import { type ManualClient, openManualClient } from './manual-client.ts';

/** The context of an administrator's request. */
export const ADMIN = { principal: { id: 1, name: 'Ada', permissions: ['APPLICATION_ADMIN'], groups: [] } };

/** An instance of the library with the plugin. */
function createInstance(): Promise<Portcullis> {
  return createPortcullis({
    // The server has no certificate, and runs on this machine.
    plugins: [mariadb({ tls: 'off', localHosts: 'allowed' })],
    store: createMemoryStore(),
    secretKeys: createStaticSecretKeys({ current: '1', keys: { '1': Buffer.alloc(32, 7) } }),
  });
}

/** A server with its administrator, and an instance of the library. */
export interface RealEnvironment {
  readonly server: RunningMariaDb;
  readonly admin: ManualClient;
  readonly portcullis: Portcullis;
  stop(): Promise<void>;
}

/** Starts both. */
export async function startEnvironment(program: string): Promise<RealEnvironment> {
  const server = await startMariaDb(program);
  const admin = await openManualClient(server);
  const portcullis = await createInstance();
  return {
    server,
    admin,
    portcullis,
    async stop() {
      await portcullis.close();
      await admin.end();
      await server.stop();
    },
  };
}

/** The body of POST and PUT. */
export function bodyFor({ host, port, user, password }: RunningMariaDb, changes: object = {}, autoBootstrap = true) {
  const config = {
    host,
    port,
    database: 'gov_1',
    authenticationType: 'password',
    username: user,
    password,
    ...changes,
  };
  return { type: 'MariaDB', autoBootstrap, config };
}

/** Waits until no operation runs. Throws with the cause if the status is not the expected one. */
export async function waitForStatus(portcullis: Portcullis, id: number, wanted: string): Promise<void> {
  const { status } = await portcullis.integrations.whenIdle(id);
  if (status === wanted) return;
  const operations = await portcullis.integrations.operations(ADMIN, id).catch(() => []);
  throw new Error(`The status is ${status}, not ${wanted}: ${JSON.stringify(operations.at(-1)?.error)}`);
}

/** Sets an integration up, and waits for it. */
export async function setUp(portcullis: Portcullis, body: object): Promise<number> {
  const id = Number(((await portcullis.integrations.create(ADMIN, body)) as OperationResponse).id);
  await waitForStatus(portcullis, id, 'enabled');
  return id;
}

/** The failed tests of a refused operation. */
export async function refusals(operation: Promise<unknown>): Promise<ValidationResults['validationTests']> {
  try {
    await operation;
  } catch (error) {
    if (!ServiceError.isInstance(error)) throw error;
    const results = error.extras.validationResults as ValidationResults | undefined;
    const failed = results?.validationTests.filter(({ status }) => status === 'failed') ?? [];
    if (failed.length > 0) return failed;
    throw error;
  }
  throw new Error('It was not refused.');
}
