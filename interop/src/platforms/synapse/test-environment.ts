import type { PortcullisOptions } from '@portcullis/core';
import { type SynapseOptions, synapse } from '@portcullis/plugin-synapse';
import { startTestEnvironment, type TestEnvironment } from '../../shared/test-environment.ts';
import { ADMINISTRATOR, type Emulator, startEmulator } from './emulator/emulator.ts';
import { connectClient, type ManualClient } from './manual-client.ts';

/** The service against an emulator of a server. */
export interface SynapseEnvironment extends TestEnvironment<Emulator> {
  /** Returns the body of a set-up request by the administrator, or by the user in the changes. */
  body(autoBootstrap: boolean, changes?: object): object;
  /** Opens a query tool, as the administrator or as another user. */
  openClient(
    database: string,
    signIn?: typeof ADMINISTRATOR | { userName: string; password: string },
  ): Promise<ManualClient>;
}

/** Options of the plugin, the emulator and the service. */
export interface SynapseEnvironmentOptions {
  readonly plugin?: SynapseOptions;
  readonly emulator?: Parameters<typeof startEmulator>[0];
  readonly settings?: PortcullisOptions['settings'];
}

/** Starts both. */
export async function startEnvironment({
  plugin = {},
  emulator: given,
  settings = {},
}: SynapseEnvironmentOptions = {}): Promise<SynapseEnvironment> {
  const emulator = await startEmulator(given);
  const clients: ManualClient[] = [];
  const environment = await startTestEnvironment(emulator, {
    plugins: [synapse({ localPorts: [emulator.port], certificateAuthorities: [emulator.ca], ...plugin })],
    settings,
  });
  return {
    ...environment,
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
    async openClient(database, signIn = ADMINISTRATOR) {
      const client = await connectClient({ port: emulator.port, ca: emulator.ca, database, ...signIn });
      clients.push(client);
      return client;
    },
    async close() {
      for (const client of clients) await client.close();
      await environment.close();
    },
  };
}
