/**
 * A process that removes or imports a tenant, and is killed. Started by `fork`: it sends `ready` when everything is
 * loaded, and waits for its order.
 */
import { createReadStream } from 'node:fs';
import { keepCompiledCode } from '../compiled-code.ts';
import { openTenantNode } from './open-tenant-node.ts';
import type { TenantOrder, TenantReport, TenantResponse } from './protocol.ts';

function send(report: TenantReport): Promise<void> {
  return new Promise((resolve) => process.send?.(report, () => resolve()) ?? resolve());
}

async function follow({ store, aheadMs, work, tenant, file, privateKey }: TenantOrder): Promise<TenantResponse> {
  const { portcullis } = await openTenantNode(store, aheadMs);
  await send({ kind: 'working' });
  if (work === 'import') {
    await portcullis.tenants.import(createReadStream(file, { highWaterMark: 4096 }), { privateKey });
    return { scripts: 0, remaining: 0 };
  }
  const { left, remaining } = await portcullis.tenants.remove(tenant, { leaveOnPlatforms: true });
  const scripts = left.filter(({ deleteScript }) => deleteScript !== null).length;
  return { scripts, remaining: Object.values(remaining).reduce((sum, count) => sum + count, 0) };
}

process.on('message', (order: TenantOrder) => {
  follow(order).then(
    (response) => send({ kind: 'done', response }),
    (error: unknown) => send({ kind: 'failed', message: String(error) }),
  );
});
process.on('disconnect', () => process.exit(0));
await send({ kind: 'ready' });
keepCompiledCode();
