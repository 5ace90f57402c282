/**
 * Sets up and removes one integration in a separate process, and reports every network access: the recorder must start
 * before any module of the plugin loads. Takes an {@link OutboundOrder} as JSON in its first argument, and writes an
 * {@link OutboundReport} as JSON when nothing is pending, so that the report includes late accesses.
 */

import { writeSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { OperationResponse } from '@portcullis/core';
import type { Plugin } from '@portcullis/plugin-api';
import { ADMIN } from '../admin.ts';
import { type Outbound, recordConnections } from './record-connections.ts';

/** A plugin with its options, and a set-up. */
export interface SetUpOrder {
  /** The folder of the plugin, which has the name of its exported function. */
  readonly plugin: string;
  readonly options: object;
  readonly body: object;
  /** Credentials for the removal, if the plugin requires them. */
  readonly credentials?: object;
  /** Host and port of the configured targets. */
  readonly targets: readonly string[];
}

/** A package, imported as it is from the folder of a plugin. */
interface ImportOrder {
  readonly plugin: string;
  readonly driver: string;
}

/** The work of the process. */
export type OutboundOrder = SetUpOrder | ImportOrder;

/** The result of the process. */
export interface OutboundReport {
  readonly recorded: readonly Outbound[];
  /** The status after the set-up, and after the removal. */
  readonly statuses: readonly string[];
  /** The environment variables that were added since the start. */
  readonly variables: readonly string[];
  readonly failure?: string;
}

const PLUGINS = join(import.meta.dirname, '../../../../plugins');

const order = JSON.parse(process.argv[2] ?? '') as OutboundOrder;
const recorder = recordConnections('targets' in order ? order.targets : []);
const statuses: string[] = [];
const before = new Set(Object.keys(process.env));
let failure: string | undefined;

process.on('exit', () => {
  const variables = Object.keys(process.env).filter((name) => !before.has(name));
  const report: OutboundReport = {
    recorded: recorder.recorded,
    statuses,
    variables,
    ...(failure ? { failure } : {}),
  };
  writeSync(1, JSON.stringify(report));
});

try {
  if ('driver' in order) await importDriver(order);
  else await setUp(order);
} catch (error) {
  failure = error instanceof Error ? (error.stack ?? error.message) : String(error);
}
recorder.phase = 'afterwards';

async function importDriver({ plugin, driver }: ImportOrder): Promise<void> {
  const require = createRequire(join(PLUGINS, plugin, 'package.json'));
  await import(pathToFileURL(require.resolve(driver)).href);
}

async function setUp({ plugin, options, body, credentials }: SetUpOrder): Promise<void> {
  const exported = (await import(pathToFileURL(join(PLUGINS, plugin, 'src/index.ts')).href)) as Record<string, unknown>;
  const make = exported[plugin] as (options: object) => Plugin;
  const { createMemoryStore, createPortcullis, createStaticSecretKeys } = await import('@portcullis/core');
  const portcullis = await createPortcullis({
    plugins: [make(options)],
    store: createMemoryStore(),
    secretKeys: createStaticSecretKeys({ current: '1', keys: { '1': Buffer.alloc(32, 7) } }),
  });
  recorder.phase = 'connection';
  const { integrations } = portcullis;
  try {
    const { id } = (await integrations.create(ADMIN, body)) as OperationResponse;
    statuses.push((await integrations.whenIdle(Number(id))).status);
    await integrations.remove(ADMIN, Number(id), credentials);
    statuses.push((await integrations.whenIdle(Number(id))).status);
  } finally {
    recorder.phase = 'close';
    await portcullis.close();
  }
}
