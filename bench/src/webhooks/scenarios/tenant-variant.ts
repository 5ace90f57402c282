import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'undici';
import { type ApiAddress, TENANT_HEADER } from '../contenders/contender.ts';
import { knownMicros, measureCost } from './processor-cost.ts';
import type { OpenContender } from './with-contender.ts';

const CALLERS = 16;
const CONNECTIONS = 10;
/** Milliseconds after a start in which an instance may read what it needs later. */
const SETTLE_MS = 3000;

/** An instance whose webhooks belong to one tenant or to many. */
export interface TenantVariant {
  /** For messages. */
  readonly name: string;
  readonly open: OpenContender;
  /** The tenant of an endpoint; undefined if there is one tenant. */
  readonly tenantOf: ((endpoint: number) => string) | undefined;
  /** Checks that this number of deliveries arrived. */
  readonly check: (deliveries: number) => Promise<void>;
}

/** The measures of {@link measureStart}. */
export interface StartMeasures {
  /** Processor microseconds of a delivery. */
  readonly drain: number;
  /** Milliseconds of 1,000 deliveries. */
  readonly drained: number;
  /** Milliseconds. */
  readonly start: number;
  /** Queries a second. */
  readonly idle: number;
}

/** Drains a backlog, then starts a new instance, which still runs when this resolves. */
export async function measureStart(
  { open: { contender: running, order }, check }: TenantVariant,
  { deliveries, idleSeconds }: { readonly deliveries: number; readonly idleSeconds: number },
): Promise<StartMeasures> {
  await running.fill(deliveries, 'this process');
  const drain = await measureCost(running, order, deliveries, () => running.drain());
  await check(deliveries);
  await running.halt();

  const startedAt = performance.now();
  await running.begin();
  const start = performance.now() - startedAt;

  await sleep(idleSeconds === 0 ? 0 : SETTLE_MS);
  const { operations } = await running.status();
  await sleep(idleSeconds * 1000);
  const idle = (await running.status()).operations - operations;
  return {
    drain: knownMicros(drain.cost),
    drained: (drain.result.ms / drain.result.ended) * 1000,
    start,
    idle: idleSeconds === 0 ? 0 : idle / idleSeconds,
  };
}

/**
 * Publishes notifications and waits for their deliveries. Returns the processor microseconds of one, deliveries included, and the
 * milliseconds until 1,000 are committed.
 */
export async function measurePublications(
  { open: { contender: running, order }, check }: TenantVariant,
  { first, count, webhooksEach }: { readonly first: number; readonly count: number; readonly webhooksEach: number },
): Promise<{ readonly publication: number; readonly published: number }> {
  const startedAt = performance.now();
  const { cost, result } = await measureCost(running, order, count, async () => {
    await running.publishConcurrently({ first, count, callers: CALLERS, toAll: false });
    const committedAt = performance.now();
    await check(count * webhooksEach);
    return committedAt - startedAt;
  });
  return { publication: knownMicros(cost), published: (result / count) * 1000 };
}

/** Returns the processor microseconds of a request. */
export async function measureRequests(
  { open: { contender: running, order }, tenantOf }: TenantVariant,
  api: ApiAddress,
  range: RequestRange,
): Promise<number> {
  const { cost } = await measureCost(running, order, range.count, () => sendRequests(api, range, tenantOf));
  return knownMicros(cost);
}

/** Requests of the sequence that {@link sendRequests} sends. */
export interface RequestRange {
  readonly first: number;
  readonly count: number;
}

/** Reads webhooks that are far apart from each other, over a few connections. */
export async function sendRequests(
  { origin, webhookIds }: ApiAddress,
  { first, count }: RequestRange,
  tenantOf: ((endpoint: number) => string) | undefined,
): Promise<void> {
  const clients = Array.from({ length: CONNECTIONS }, () => new Client(origin));
  /** Coprime to the numbers of endpoints, so that all of them have their turn. */
  const stride = 7919;
  let next = first;
  const read = async (client: Client): Promise<void> => {
    while (next < first + count) {
      const endpoint = (next++ * stride) % webhookIds.length;
      const headers = tenantOf ? { [TENANT_HEADER]: tenantOf(endpoint) } : {};
      const { statusCode, body } = await client.request({
        method: 'GET',
        path: `/webhooks/${webhookIds[endpoint]}`,
        headers,
      });
      await body.dump();
      if (statusCode !== 200)
        throw new Error(`GET of the webhook of endpoint ${endpoint} returned status ${statusCode}.`);
    }
  };
  try {
    await Promise.all(clients.map(read));
  } finally {
    await Promise.all(clients.map((client) => client.close()));
  }
}
