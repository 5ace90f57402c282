/** A process that removes or imports a tenant, and is killed. */
import { createReadStream } from 'node:fs';
import { runVictim, sendReport } from '../victims/run-victim.ts';
import { openTenantNode } from './open-tenant-node.ts';
import type { TenantOrder, TenantReport, TenantResponse } from './protocol.ts';

const send = sendReport<TenantReport>;

async function follow({ store, aheadMs, work, tenant, file, privateKey }: TenantOrder): Promise<TenantResponse> {
  const { portcullis } = await openTenantNode(store, aheadMs);
  await send({ kind: 'working' });
  if (work === 'import') {
    await portcullis.tenants.import(createReadStream(file, { highWaterMark: 4096 }), { privateKey });
    return { scripts: 0, remaining: 0 };
  }
  const { orphaned, remaining } = await portcullis.tenants.remove(tenant, { leaveOnPlatforms: true });
  const scripts = orphaned.filter(({ deleteScript }) => deleteScript !== null).length;
  return { scripts, remaining: Object.values(remaining).reduce((sum, count) => sum + count, 0) };
}

await runVictim(async (order: TenantOrder) => send({ kind: 'done', response: await follow(order) }));
