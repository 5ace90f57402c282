/**
 * A host process with an instance on PostgreSQL or MariaDB. It catches no errors on behalf of the product: an uncaught error ends
 * it, and the main program detects that.
 */

import {
  createAddressGuard,
  createPortcullis,
  createStaticSecretKeys,
  createSystemClock,
  createUndiciTransport,
  type Portcullis,
  type Store,
} from '@portcullis/core';
import { createBullMqQueue } from '@portcullis/queue-bullmq';
import { createPgBossQueue } from '@portcullis/queue-pg-boss';
import { createMariaDbStore } from '@portcullis/store-sql/mariadb';
import { createPostgresStore } from '@portcullis/store-sql/postgres';
import { createPool } from 'mysql2/promise';
import { Pool } from 'pg';
import { ADMIN } from '../../shared/admin.ts';
import { FIRST_SECRET } from '../delivery-crashes/secrets.ts';
import { runVictim, sendReport } from '../victims/run-victim.ts';
import type { HostOrder, HostReport, HostSetup } from './host-protocol.ts';
import { startPublishing } from './publisher.ts';
import { createSuspension } from './suspension.ts';

const ALLOW = [{ cidr: '127.0.0.1/32' }];
/** The default waits 5 minutes before the third attempt, too long for deliveries that are interrupted repeatedly. */
const RETRIES = Array.from({ length: 30 }, () => 500);
const NO_LIMITS = { idleTransactionTimeoutMs: 0, lockTimeoutMs: 0, peerTimeoutMs: 0 };

const send = sendReport<HostReport>;
const suspension = createSuspension(() => send({ kind: 'suspended' }));
let name = '';
let portcullis: Portcullis | undefined;
let stopPublishing = async (): Promise<void> => {};

function storeOf({ connectionString, pool, limits }: HostSetup): Store {
  const limitsOf = limits ? {} : NO_LIMITS;
  const isOwn = pool === 'own';
  if (connectionString.startsWith('mariadb:')) {
    return createMariaDbStore({
      ...limitsOf,
      ...(isOwn ? { connectionString } : { pool: createPool({ uri: connectionString, connectionLimit: 10 }) }),
    });
  }
  return createPostgresStore({
    ...limitsOf,
    ...(isOwn ? { connectionString } : { pool: new Pool({ connectionString, max: 10 }) }),
  });
}

async function open(setup: HostSetup): Promise<void> {
  const { engine, connectionString } = setup;
  const common = { onError: () => {} };
  const clock = createSystemClock();
  portcullis = await createPortcullis({
    plugins: [],
    store: suspension.store(storeOf(setup)),
    secretKeys: createStaticSecretKeys({ current: '1', keys: { '1': Buffer.alloc(32, 7) } }),
    ...(engine?.kind === 'pg-boss' && { queue: createPgBossQueue({ connectionString, ...common }) }),
    ...(engine?.kind === 'bullmq' && { queue: createBullMqQueue({ connection: engine.url, ...common }) }),
    transport: createUndiciTransport({ clock, guard: createAddressGuard({ allow: ALLOW }) }),
    webhooks: { allow: ALLOW },
    settings: { recurringValidationPeriodMs: 0, webhookDeadlineMs: 1000, webhookRetrySchedule: RETRIES },
  });
}

async function follow(order: HostOrder): Promise<void> {
  switch (order.kind) {
    case 'open':
      name = order.name;
      await open(order.setup);
      return send({ kind: 'opened' });
    case 'subscribe':
      await portcullis?.webhooks.create(ADMIN, {
        webhooks: order.urls.map((url, index) => ({
          url,
          name: `Receiver ${index}`,
          global: true,
          notificationType: ['tagCreated'],
          actionType: null,
          secret: FIRST_SECRET,
        })),
      });
      return send({ kind: 'subscribed' });
    case 'publish':
      if (portcullis) stopPublishing = startPublishing(portcullis, { name, ...order }, send);
      return;
    case 'stop-publishing':
      return stopPublishing();
    case 'suspend':
      return suspension.arm(order.at);
    case 'close':
      await stopPublishing();
      await portcullis?.close();
      return send({ kind: 'closed' });
  }
}

await runVictim(follow);
