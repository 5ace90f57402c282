import {
  createMemoryStore,
  createPortcullis,
  createStaticSecretKeys,
  type OperationResponse,
  type Portcullis,
  ServiceError,
  type ValidationResults,
} from '@portcullis/core';
import { redis } from '../../src/index.ts';
import { ADMINISTRATOR, type RealServer, startServer } from './start-server.ts';

/** The context of an administrator's request. */
export const ADMIN = { principal: { id: 1, name: 'Ada', permissions: ['APPLICATION_ADMIN'], groups: [] } };

/** The plugin for a server without a certificate, which runs on this machine. */
export const localRedis = () => redis({ tls: 'off', localHosts: 'allowed' });

/** A config for a server. */
export function configFor({ port }: Pick<RealServer, 'port'>, changes: object = {}) {
  return { host: '127.0.0.1', port, prefix: 'gov', authenticationType: 'password', ...ADMINISTRATOR, ...changes };
}

/** An instance of the library, and a server. */
export interface RealEnvironment {
  readonly server: RealServer;
  readonly portcullis: Portcullis;
  /** The body of POST and PUT. */
  bodyFor(changes?: object, autoBootstrap?: boolean): object;
  stop(): Promise<void>;
}

/** Starts both. */
export async function startEnvironment(program: string, persistence?: readonly string[]): Promise<RealEnvironment> {
  const server = await startServer(program, persistence);
  const portcullis = await createPortcullis({
    plugins: [localRedis()],
    store: createMemoryStore(),
    secretKeys: createStaticSecretKeys({ current: '1', keys: { '1': Buffer.alloc(32, 7) } }),
  });
  return {
    server,
    portcullis,
    bodyFor: (changes = {}, autoBootstrap = true) => ({
      type: 'Redis',
      autoBootstrap,
      config: configFor(server, changes),
    }),
    async stop() {
      await portcullis.close();
      await server.close();
    },
  };
}

/** Waits until no operation runs. Throws with the cause if the status is not the expected one. */
export async function waitForStatus(portcullis: Portcullis, id: number, wanted: string): Promise<void> {
  const { status } = await portcullis.integrations.whenIdle(id);
  if (status === wanted) return;
  const operations = await portcullis.integrations.operations(ADMIN, id).catch(() => []);
  throw new Error(`The status is ${status}, not ${wanted}: ${JSON.stringify(operations.at(-1)?.error)}`);
}

/** Sets up an integration, and waits for it. */
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
