import { setTimeout as sleep } from 'node:timers/promises';
import { APPLICATION_ADMIN, type TenantPortcullis } from '@portcullis/core';
import type { Cells } from './create-cells.ts';

/** The number of arrivals by the id of the delivery. */
export type Tally = Map<string, number>;

/** The publications of one tenant. */
export interface Published {
  readonly published: number;
  /** Milliseconds of the longest publication. */
  readonly longestMs: number;
}

/** Registers the receiver as a webhook of a tenant, for every new tag. */
export async function register(
  tenant: TenantPortcullis | undefined,
  { url, secret }: { readonly url: string; readonly secret: string },
): Promise<void> {
  const webhook = { url, name: 'receiver', global: true, notificationType: ['tagCreated'], actionType: null, secret };
  const principal = { id: 1, name: 'Ada', permissions: [APPLICATION_ADMIN], groups: [] };
  await tenant?.webhooks.create({ principal }, { webhooks: [webhook] });
}

/** Publishes notifications of a tenant at a constant rate, even if earlier ones are not committed yet. */
export async function publishTo(
  cells: Cells,
  tenant: string,
  { perSecond, seconds }: { readonly perSecond: number; readonly seconds: number },
): Promise<Published> {
  const count = perSecond * seconds;
  const times: Promise<number>[] = [];
  for (let number = 0; number < count; number += 1) {
    times.push(publishOne(cells, tenant, number));
    await sleep(1000 / perSecond);
  }
  return { published: count, longestMs: Math.max(...(await Promise.all(times))) };
}

async function publishOne(cells: Cells, tenant: string, number: number): Promise<number> {
  const start = performance.now();
  await cells.notify(tenant, {
    kind: 'tagCreated',
    metadata: { tagName: `${tenant} ${number}` },
    // A host that dies before the response can repeat the publication, because the key moves with the tenant.
    idempotencyKey: `tag-${number}`,
  });
  return performance.now() - start;
}
