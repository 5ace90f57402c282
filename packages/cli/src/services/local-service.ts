import { randomBytes } from 'node:crypto';
import { createPortcullisClient } from '@portcullis/client';
import {
  APPLICATION_ADMIN,
  createMemoryStore,
  createPortcullis,
  createStaticSecretKeys,
  type PortcullisOptions,
} from '@portcullis/core';
import { createHttpHandler } from '@portcullis/http';
import type { IntegrationFile } from '../files/integration-file.ts';
import type { Terminal } from '../terminal/terminal.ts';
import { loadPlugin } from './load-plugin.ts';
import type { Service } from './service.ts';

/** The caller of the instance of one command. */
const CALLER = { id: 1, name: 'command line', permissions: [APPLICATION_ADMIN], groups: [] };

/**
 * Opens an instance in this process with the plugin of a file and an empty store. It plans, writes scripts and
 * validates like a server, and ends with the command.
 *
 * @throws UsageError when the plugin is not installed.
 */
export async function openLocalService(file: IntegrationFile, terminal: Terminal): Promise<Service> {
  const portcullis = await createPortcullis({
    plugins: [(await loadPlugin(file, terminal)) as PortcullisOptions['plugins'][number]],
    store: createMemoryStore(),
    secretKeys: createStaticSecretKeys({ current: 'once', keys: { once: randomBytes(32) } }),
  });
  const { key } = await portcullis.apiKeys.issue({ name: CALLER.name, principal: CALLER });
  const handler = createHttpHandler(portcullis);
  const client = createPortcullisClient({
    baseUrl: 'http://in-this-process.invalid',
    key,
    fetch: (input, init) => handler(new Request(input, init)),
  });
  return { client, name: 'this process', [Symbol.asyncDispose]: () => portcullis.close() };
}
