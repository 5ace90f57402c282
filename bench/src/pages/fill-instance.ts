import { randomBytes } from 'node:crypto';
import {
  APPLICATION_ADMIN,
  createPortcullis,
  createStaticSecretKeys,
  type NewOwnedRow,
  type Portcullis,
  type Principal,
  type Store,
} from '@portcullis/core';
import { createFakeTransport } from '@portcullis/testing';
import { warehouse } from '../requests/platform/warehouse.ts';
import { warehouseBody } from '../requests/platform/warehouse-config.ts';

/** The number of webhooks of each owner. */
const WEBHOOKS_EACH = 20;
/** The attempts of each webhook in the history; every tenth has failed. */
const ATTEMPTS_EACH = 20;
/** The notification kinds of the attempts, in turn. */
export const KINDS = ['addedToProject', 'firstQuery'] as const;

const SLICE = 500;
/** Milliseconds between two attempts. */
const STEP_MS = 100;

/** An instance whose store is filled. */
export interface FilledInstance {
  readonly portcullis: Portcullis;
  /** The number of integrations, and of webhooks. */
  readonly count: number;
  close(): Promise<void>;
}

/** The administrator, who creates the integrations. */
export const ADMIN: Principal = principalOf(1, [APPLICATION_ADMIN]);

/** Returns the owner of a webhook. */
export function ownerOf(webhook: number): Principal {
  return principalOf(2 + Math.floor(webhook / WEBHOOKS_EACH), []);
}

function principalOf(id: number, permissions: readonly string[]): Principal {
  return { id, name: `principal ${id}`, permissions, groups: [] };
}

/**
 * Opens an instance with as many integrations as webhooks, and with the history of the webhooks. Integrations, events and attempts are
 * copies of rows that the instance has written.
 */
export async function openFilled(store: Store, count: number): Promise<FilledInstance> {
  const portcullis = await createPortcullis({
    plugins: [warehouse()],
    store,
    secretKeys: createStaticSecretKeys({ current: 'bench', keys: { bench: randomBytes(32) } }),
    transport: createFakeTransport(() => 200),
  });
  await addIntegrations(portcullis, store, count);
  await addWebhooks(portcullis, count);
  await addHistory(portcullis, store, count);
  return { portcullis, count, close: () => portcullis.close() };
}

async function addIntegrations({ integrations }: Portcullis, { allTenants }: Store, count: number): Promise<void> {
  const response = await integrations.create({ principal: ADMIN }, warehouseBody('warehouse.example'));
  if (!('id' in response)) throw new Error('The integration was not created.');
  await integrations.whenIdle(Number(response.id));
  const [row] = await allTenants.find('integrations');
  if (!row) throw new Error('The integration was not stored.');
  const { id: _id, ...copy } = row;
  await inSlices(count - 1, (numbers) =>
    allTenants.insertOwned(
      'integrations',
      numbers.map((number) => ({
        ...copy,
        config: { ...(copy.config as object), host: `warehouse-${number}.example` },
      })),
    ),
  );
}

async function addWebhooks({ webhooks }: Portcullis, count: number): Promise<void> {
  for (let first = 0; first < count; first += WEBHOOKS_EACH) {
    const bodies = Array.from({ length: WEBHOOKS_EACH }, (_, index) => ({
      name: `webhook ${first + index}`,
      url: `https://receiver-${first + index}.example/hook`,
      notificationType: [...KINDS],
      global: false,
      actionType: 'triggered',
      secret: 'correct horse battery staple',
    }));
    const { errors } = await webhooks.create({ principal: ownerOf(first) }, { webhooks: bodies });
    if (errors.length > 0) throw new Error(`A webhook was not created: ${JSON.stringify(errors[0])}`);
  }
}

async function addHistory({ webhooks }: Portcullis, { allTenants }: Store, count: number): Promise<void> {
  const owned = await allTenants.find('webhooks', { orderBy: [['id', 'asc']] });
  await webhooks.test({ principal: ADMIN }, owned[0]?.id ?? 0);
  const [attempt] = await allTenants.find('attempts');
  const [event] = await allTenants.find('events');
  if (!attempt || !event) throw new Error('The test was not recorded.');
  const { id: _attempt, ...attemptCopy } = attempt;
  const { id: _event, ...eventCopy } = event;
  await inSlices(count * ATTEMPTS_EACH, async (numbers) => {
    const kind = KINDS[Math.floor((numbers[0] ?? 0) / SLICE) % KINDS.length] as string;
    const at = attempt.createdAt + (numbers[0] ?? 0) * STEP_MS;
    const [written] = await allTenants.insertOwned('events', [
      { ...eventCopy, publicId: `${event.publicId}${numbers[0]}`, kind, createdAt: at },
    ]);
    const rows = numbers.map((number): NewOwnedRow<'attempts'> => {
      const { id, name, url, createdBy } = owned[number % count] as (typeof owned)[number];
      const times = { createdAt: at + number, updatedAt: at + number };
      const outcome = { succeeded: number % 10 !== 0, statusCode: number % 10 === 0 ? 500 : 200 };
      const webhook = { webhookId: id, webhookName: name, url, createdBy };
      return {
        ...attemptCopy,
        ...webhook,
        ...times,
        ...outcome,
        kind,
        trigger: 'automatic',
        eventId: written?.id ?? 0,
      };
    });
    await allTenants.insertOwned('attempts', rows);
  });
}

/** Calls a function with the numbers from 0, some at a time. */
async function inSlices(count: number, add: (numbers: readonly number[]) => Promise<unknown>): Promise<void> {
  for (let first = 0; first < count; first += SLICE) {
    await add(Array.from({ length: Math.min(SLICE, count - first) }, (_, index) => first + index));
  }
}
