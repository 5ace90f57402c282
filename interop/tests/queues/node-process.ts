/**
 * A node in a process of its own, to be killed. Started by `fork`: it takes its options, makes lanes, publishes, and says `published`.
 */
import { makeLanes, publish } from './lanes.ts';
import { type NodeOptions, openNode } from './open-node.ts';

/** What the process is told. */
export interface NodeOrder {
  readonly options: NodeOptions;
  readonly receiverUrl: string;
  readonly lanes: number;
  readonly events: number;
}

process.once('message', async ({ options, receiverUrl, lanes, events }: NodeOrder) => {
  const node = await openNode(options);
  await makeLanes(node, receiverUrl, lanes);
  for (let event = 0; event < events; event += 1) await publish(node, event);
  process.send?.('published');
});
process.on('disconnect', () => process.exit(0));
