import {
  createMemoryStore,
  createPortcullis,
  createStaticSecretKeys,
  type DryRunResponse,
  type OperationResponse,
  type Portcullis,
  type PortcullisOptions,
  type ScriptResponse,
  type ValidationTestResult,
} from '@portcullis/core';
import { createKeyReusingRandom } from '@portcullis/testing';
import { ADMIN } from './admin.ts';

/** An instance of the service with the emulator of a platform. */
export interface TestEnvironment<Emulator> {
  readonly emulator: Emulator;
  readonly portcullis: Portcullis;
  /** The log of the service. */
  readonly log: string[];
  /** Creates an integration and waits until its operation has ended. Returns its id. */
  create(body: object, options?: object): Promise<number>;
  update(id: number, body: object): Promise<void>;
  remove(id: number, credentials?: unknown): Promise<void>;
  dryRun(body: object): Promise<DryRunResponse>;
  /** The tests of a dry run, by id. */
  tests(body: object): Promise<ReadonlyMap<string, ValidationTestResult>>;
  /** The result of one test of a dry run. */
  test(body: object, id: string): Promise<ValidationTestResult | undefined>;
  script(kind: 'create', body: object): Promise<string>;
  /** The status of an integration, and its operations as text. */
  status(id: number): Promise<{ readonly status: string; readonly reason: string }>;
  close(): Promise<void>;
}

/** Starts the service with a running emulator. Closing the environment stops both. */
export async function startTestEnvironment<Emulator extends { stop(): Promise<void> }>(
  emulator: Emulator,
  options: Pick<PortcullisOptions, 'plugins'> & Partial<PortcullisOptions>,
): Promise<TestEnvironment<Emulator>> {
  const log: string[] = [];
  const note = (message: string, details?: object): number => log.push(`${message} ${JSON.stringify(details ?? {})}`);
  const portcullis = await createPortcullis({
    store: createMemoryStore(),
    random: createKeyReusingRandom(),
    secretKeys: createStaticSecretKeys({ current: '1', keys: { '1': Buffer.alloc(32, 7) } }),
    logger: { debug: note, info: note, warn: note, error: note },
    ...options,
  });
  const { integrations } = portcullis;
  const dryRun = async (body: object) => (await integrations.create(ADMIN, body, { dryRun: true })) as DryRunResponse;
  const tests = async (body: object) => {
    const { validationTests } = (await dryRun(body)).validationResults;
    return new Map(validationTests.map((each) => [each.id ?? each.name, each]));
  };
  return {
    emulator,
    portcullis,
    log,
    async create(body, more = {}) {
      const { id } = (await integrations.create(ADMIN, body, more)) as OperationResponse;
      await integrations.whenIdle(Number(id));
      return Number(id);
    },
    async update(id, body) {
      await integrations.update(ADMIN, id, body);
      await integrations.whenIdle(id);
    },
    async remove(id, credentials) {
      await integrations.remove(ADMIN, id, credentials);
      await integrations.whenIdle(id);
    },
    dryRun,
    tests,
    test: async (body, id) => (await tests(body)).get(id),
    script: async (kind, body) => ((await integrations.script(ADMIN, kind, body)) as ScriptResponse).script,
    async status(id) {
      const { status } = await integrations.status(ADMIN, id);
      return { status, reason: JSON.stringify(await integrations.operations(ADMIN, id)) };
    },
    async close() {
      await portcullis.close();
      await emulator.stop();
    },
  };
}
