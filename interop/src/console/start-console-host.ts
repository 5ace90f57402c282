import { randomBytes } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createConsole } from '@portcullis/console';
import {
  APPLICATION_ADMIN,
  createMemoryStore,
  createPortcullis,
  createStaticSecretKeys,
  type Portcullis,
} from '@portcullis/core';
import { createHttpHandler } from '@portcullis/http';
import { portcullisExpress } from '@portcullis/http/express';
import { bigquery } from '@portcullis/plugin-bigquery';
import { databricks } from '@portcullis/plugin-databricks';
import { redshift } from '@portcullis/plugin-redshift';
import { s3 } from '@portcullis/plugin-s3';
import { snowflake } from '@portcullis/plugin-snowflake';
import { synapse } from '@portcullis/plugin-synapse';
import { trino } from '@portcullis/plugin-trino';
import { createReceiver, type Receiver } from '@portcullis/testing';
import { type RedshiftLike, startRedshiftLike } from '../redshift-on-postgres/start-redshift-like.ts';

/** A host with a console, the platform that it governs, and a receiver of webhooks. */
export interface ConsoleHost {
  /** The address of the console, below a prefix. */
  readonly url: string;
  readonly portcullis: Portcullis;
  readonly platform: RedshiftLike;
  readonly receiver: Receiver;
  readonly adminKey: string;
  /** A key without permissions. */
  readonly userKey: string;
  /** Stops answering, as a server that is down does. @returns answers again, at the same address. */
  goDown(): Promise<() => Promise<void>>;
  stop(): Promise<void>;
}

const PREFIX = '/governance';

/** Starts one, with every plugin of this repository. */
export async function startConsoleHost(): Promise<ConsoleHost> {
  const platform = await startRedshiftLike();
  const receiver = await createReceiver();
  const portcullis = await createPortcullis({
    plugins: [redshift({ driver: platform.driver }), bigquery(), databricks(), s3(), snowflake(), synapse(), trino()],
    store: createMemoryStore(),
    secretKeys: createStaticSecretKeys({ current: '1', keys: { 1: randomBytes(32) } }),
    webhooks: { allow: [{ cidr: '127.0.0.1/32', port: receiver.port }] },
  });
  const issue = async (id: number, name: string, permissions: string[]) => {
    const principal = { id, name, permissions, groups: [] };
    return (await portcullis.apiKeys.issue({ name: `Key of ${name}`, principal })).key;
  };
  const answer = portcullisExpress(createHttpHandler(portcullis, { basePath: PREFIX, console: createConsole() }));
  const open = async (port: number) => {
    const made = createServer((request, response) => {
      void answer(request, response, () => response.writeHead(404).end());
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
    portcullis,
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
    async stop() {
      await close();
      await portcullis.close();
      await receiver.close();
      await platform.stop();
    },
  };
}
