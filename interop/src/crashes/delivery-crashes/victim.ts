/** A process that publishes and delivers, and is killed. */
import { runVictim, sendReport } from '../victims/run-victim.ts';
import { createCrashSwitch } from './crash-switch.ts';
import { doWork } from './do-work.ts';
import { openNode } from './open-node.ts';
import type { VictimOrder, VictimReport } from './victim-protocol.ts';

const send = sendReport<VictimReport>;

await runVictim(async (order: VictimOrder) => {
  await send({ kind: 'opening' });
  const node = await openNode(order, createCrashSwitch(order.place));
  node.portcullis.events.on('delivery.attempted', () => void send({ kind: 'attempted' }));
  await send({ kind: 'working' });
  await doWork(node, order.work, {
    published: (eventId) => send({ kind: 'published', eventId }),
    refused: () => send({ kind: 'refused' }),
  });
});
