/** A process that publishes and delivers, and is killed. */
import { runVictim, sendReport } from '../victims/run-victim.ts';
import { createCrashSwitch } from './crash-switch.ts';
import { openNode } from './open-node.ts';
import { runWorkload } from './run-workload.ts';
import type { VictimOrder, VictimReport } from './victim-protocol.ts';

const send = sendReport<VictimReport>;

await runVictim(async (order: VictimOrder) => {
  await send({ kind: 'opening' });
  const node = await openNode(order, createCrashSwitch(order.trigger));
  node.portcullis.events.on('delivery.attempted', () => void send({ kind: 'attempted' }));
  await send({ kind: 'working' });
  await runWorkload(node, order.workload, {
    published: (eventId) => send({ kind: 'published', eventId }),
    refused: () => send({ kind: 'refused' }),
  });
});
