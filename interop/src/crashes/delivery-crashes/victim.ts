/**
 * A process that publishes and delivers, and is killed. Started by `fork`: it sends `ready` when everything is loaded,
 * and waits for its order.
 */
import { keepCompiledCode } from '../compiled-code.ts';
import { createCrashSwitch } from './crash-switch.ts';
import { doWork } from './do-work.ts';
import { openNode } from './open-node.ts';
import type { VictimOrder, VictimReport } from './victim-protocol.ts';

function send(report: VictimReport): Promise<void> {
  return new Promise((resolve) => process.send?.(report, () => resolve()) ?? resolve());
}

async function follow(order: VictimOrder): Promise<void> {
  await send({ kind: 'opening' });
  const node = await openNode(order, createCrashSwitch(order.place));
  node.portcullis.events.on('delivery.attempted', () => void send({ kind: 'attempted' }));
  await send({ kind: 'working' });
  await doWork(node, order.work, {
    published: (eventId) => send({ kind: 'published', eventId }),
    refused: () => send({ kind: 'refused' }),
  });
}

process.on('message', (order: VictimOrder) => {
  follow(order).catch((error: unknown) => send({ kind: 'failed', message: String(error) }));
});
process.on('disconnect', () => process.exit(0));
await send({ kind: 'ready' });
keepCompiledCode();
