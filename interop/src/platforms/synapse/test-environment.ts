import {
  createMemoryStore,
  createPortcullis,
  createStaticSecretKeys,
  type DryRunAnswer,
  type Portcullis,
  type ValidationTestResult,
} from '@portcullis/core';
import { type SynapseOptions, synapse } from '@portcullis/plugin-synapse';
import { ADMINISTRATOR, type Emulator, startEmulator } from './emulator/emulator.ts';
import { type Client, connectClient } from './manual-client.ts';

export const context = { principal: { id: 1, name: 'Ada', permissions: ['APPLICATION_ADMIN'], groups: [] } };

/** An instance of the service beside an emulator of a server. */
export interface Trial {
  readonly emulator: Emulator;
  readonly portcullis: Portcullis;
  /** The log that the service wrote. */
  readonly log: string[];
  /** Returns the body of a set-up request, of the administrator or of the user that the changes name. */
  body(autoBootstrap: boolean, changes?: object): object;
  create(body: object, options?: object): Promise<number>;
  edit(id: number, body: object): Promise<void>;
  remove(id: number, credentials: unknown): Promise<void>;
  dryRun(body: object): Promise<DryRunAnswer>;
  /** The result of one test of a dry run. */
  test(body: object, id: string): Promise<ValidationTestResult | undefined>;
  status(id: number): Promise<{ readonly status: string; readonly reason: string }>;
  /** Opens a query tool, as the administrator or as another user. */
  person(database: string, signIn?: typeof ADMINISTRATOR | { userName: string; password: string }): Promise<Client>;
  close(): Promise<void>;
}

/** Options of a trial: its settings and its emulator. */
export interface TrialOptions {
  readonly plugin?: SynapseOptions;
  readonly emulator?: Parameters<typeof startEmulator>[0];
  readonly settings?: object;
}

/** Starts both. */
export async function startTrial({ plugin = {}, emulator: given, settings = {} }: TrialOptions = {}): Promise<Trial> {
  const emulator = await startEmulator(given);
  const log: string[] = [];
  const clients: Client[] = [];
  const note = (message: string, details?: object): number => log.push(`${message} ${JSON.stringify(details ?? {})}`);
  const portcullis = await createPortcullis({
    plugins: [synapse({ localPorts: [emulator.port], certificateAuthorities: [emulator.ca], ...plugin })],
    store: createMemoryStore(),
    secretKeys: createStaticSecretKeys({ current: '1', keys: { '1': Buffer.alloc(32, 7) } }),
    logger: { debug: note, info: note, warn: note, error: note },
    settings,
  });
  const { integrations } = portcullis;
  const trial: Trial = {
    emulator,
    portcullis,
    log,
    body(autoBootstrap, changes = {}) {
      const config = {
        host: 'localhost',
        port: emulator.port,
        database: 'governance',
        schema: 'governed',
        metadataDelimiters: { hashDelimiter: '|', hashKeyDelimiter: ':', arrayDelimiter: ',' },
        username: ADMINISTRATOR.userName,
        password: ADMINISTRATOR.password,
        ...changes,
      };
      return { type: 'Azure Synapse Analytics', autoBootstrap, config };
    },
    async create(body, more = {}) {
      const { id } = (await integrations.create(context, body, more)) as { readonly id: string };
      await integrations.settled(Number(id));
      return Number(id);
    },
    async edit(id, body) {
      await integrations.update(context, id, body);
      await integrations.settled(id);
    },
    async remove(id, credentials) {
      await integrations.remove(context, id, credentials);
      await integrations.settled(id);
    },
    dryRun: async (body) => (await integrations.create(context, body, { dryRun: true })) as DryRunAnswer,
    async test(body, id) {
      const { validationResults } = await trial.dryRun(body);
      return validationResults.validationTests.find((each) => each.id === id);
    },
    async status(id) {
      const { status } = await integrations.status(context, id);
      return { status, reason: JSON.stringify(await integrations.operations(context, id)) };
    },
    async person(database, signIn = ADMINISTRATOR) {
      const client = await connectClient({ port: emulator.port, ca: emulator.ca, database, ...signIn });
      clients.push(client);
      return client;
    },
    async close() {
      for (const client of clients) await client.close();
      await portcullis.close();
      await emulator.stop();
    },
  };
  return trial;
}
