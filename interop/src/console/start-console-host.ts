import { randomBytes } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setImmediate } from 'node:timers/promises';
import { createConsole } from '@portcullis/console';
import {
  APPLICATION_ADMIN,
  createMemoryStore,
  createPortcullis,
  createStaticSecretKeys,
  type Portcullis,
  type Store,
} from '@portcullis/core';
import { createHttpHandler } from '@portcullis/http';
import { portcullisExpress } from '@portcullis/http/express';
import { type AnyPluginDefinition, definePlugin, definitionOf, type Plugin } from '@portcullis/plugin-api';
import { bigquery } from '@portcullis/plugin-bigquery';
import { databricks } from '@portcullis/plugin-databricks';
import { redshift } from '@portcullis/plugin-redshift';
import { s3 } from '@portcullis/plugin-s3';
import { snowflake } from '@portcullis/plugin-snowflake';
import { synapse } from '@portcullis/plugin-synapse';
import { trino } from '@portcullis/plugin-trino';
import { createReceiver, type Receiver } from '@portcullis/testing';
import { secondVersion } from '../crashes/kill-matrix/second-version.ts';
import { type RedshiftLike, startRedshiftLike } from '../platforms/redshift/emulator/start-redshift-like.ts';

/** A host with a console, the platform that it governs, and a receiver of webhooks. */
export interface ConsoleHost {
  /** The address of the console, with a path prefix. */
  readonly url: string;
  readonly portcullis: Portcullis;
  /** The store of the host, for data that normally takes hours or days to arise. */
  readonly store: Store;
  readonly platform: RedshiftLike;
  readonly receiver: Receiver;
  readonly adminKey: string;
  /** A key without permissions. */
  readonly userKey: string;
  /** Stops responding, like a server that is down. @returns a function that responds again, at the same address. */
  goDown(): Promise<() => Promise<void>>;
  /** Expires a key immediately. */
  expire(keyId: number): Promise<void>;
  /**
   * Deploys a later version of the plugin for Amazon Redshift and a new key for secrets.
   *
   * @param last - the action of the previous node once the new one works.
   */
  upgrade(last: (old: Portcullis) => Promise<unknown>): Promise<void>;
  stop(): Promise<void>;
}

const PREFIX = '/governance';

/** Starts a host with every plugin of this repository. */
export async function startConsoleHost(): Promise<ConsoleHost> {
  const platform = await startRedshiftLike();
  const receiver = await createReceiver();
  const store = createMemoryStore();
  const keys = { 1: randomBytes(32), 2: randomBytes(32) };
  const warehouse = redshift({ driver: platform.driver });
  const start = (plugin: Plugin, current: '1' | '2') =>
    createPortcullis({
      plugins: [plugin, bigquery(), databricks(), s3(), snowflake(), synapse(), trino()],
      // The next node also uses it.
      store: { ...store, close: async () => {} },
      secretKeys: createStaticSecretKeys({ current, keys }),
      webhooks: { allow: [{ cidr: '127.0.0.1/32', port: receiver.port }] },
    });
  const handlerOf = (node: Portcullis) =>
    portcullisExpress(createHttpHandler(node, { basePath: PREFIX, console: createConsole() }));
  let portcullis = await start(warehouse, '1');
  const issue = async (id: number, name: string, permissions: string[]) => {
    const principal = { id, name, permissions, groups: [] };
    return (await portcullis.apiKeys.issue({ name: `Key of ${name}`, principal })).key;
  };
  let respond = handlerOf(portcullis);
  const open = async (port: number) => {
    const made = createServer((request, response) => {
      void respond(request, response, () => response.writeHead(404).end());
    });
    await new Promise<void>((resolve) => made.listen(port, '127.0.0.1', resolve));
    return made;
  };
  let server = await open(0);
  const { port } = server.address() as AddressInfo;
  const close = () =>
    new Promise<void>((resolve) => {
      server.close(() => resolve());
      server.closeAllConnections();
    });

  return {
    url: `http://127.0.0.1:${port}${PREFIX}/console/`,
    get portcullis() {
      return portcullis;
    },
    store,
    platform,
    receiver,
    adminKey: await issue(1, 'Ada', [APPLICATION_ADMIN]),
    userKey: await issue(2, 'Grace', []),
    async goDown() {
      await close();
      return async () => {
        server = await open(port);
      };
    },
    async expire(keyId) {
      await store.update('apiKeys', { id: keyId }, { expiresAt: Date.now() - 1 });
    },
    async upgrade(last) {
      const old = portcullis;
      portcullis = await start(definePlugin(secondVersion(definitionOf(warehouse) as AnyPluginDefinition, false)), '2');
      respond = handlerOf(portcullis);
      await resealed(portcullis);
      await last(old);
      await old.close();
    },
    async stop() {
      await close();
      await portcullis.close();
      await receiver.close();
      await platform.stop();
    },
  };
}

const ADMINISTRATOR = { principal: { id: 1, name: 'Ada', permissions: [APPLICATION_ADMIN], groups: [] } };

/** Resolves when a node has resealed the secrets of an older key by itself. */
async function resealed({ secretKeys }: Portcullis): Promise<void> {
  while ((await secretKeys.get(ADMINISTRATOR)).old.length > 0) await setImmediate();
}
