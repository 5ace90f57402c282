/**
 * A node in a separate process that will be killed. Started by `fork`: it takes its options, creates webhooks,
 * publishes, and sends `published`.
 */

import { type NodeOptions, openNode } from './open-node.ts';
import { makeWebhooks, publish } from './webhooks.ts';

/** The order that the process receives. */
export interface NodeOrder {
  readonly options: NodeOptions;
  readonly receiverUrl: string;
  readonly webhooks: number;
  readonly events: number;
}

process.once('message', async ({ options, receiverUrl, webhooks, events }: NodeOrder) => {
  const node = await openNode(options);
  await makeWebhooks(node, receiverUrl, webhooks);
  for (let event = 0; event < events; event += 1) await publish(node, event);
  process.send?.('published');
});
process.on('disconnect', () => process.exit(0));
