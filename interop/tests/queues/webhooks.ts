import type { Portcullis } from '@portcullis/core';
import { ADMIN } from '../../src/shared/admin.ts';

/** Creates `count` webhooks at paths of one receiver, each with its index. */
export async function makeWebhooks({ webhooks }: Portcullis, url: string, count: number): Promise<void> {
  const elements = Array.from({ length: count }, (_, index) => ({
    url: `${url}/${index}`,
    name: `index ${index}`,
    global: true,
    notificationType: ['tagCreated'],
    actionType: 'triggered',
  }));
  const { errors } = await webhooks.create(ADMIN, { webhooks: elements });
  if (errors.length > 0) throw new Error(JSON.stringify(errors));
}

/** Publishes a notification to all webhooks. */
export async function publish({ notifications }: Portcullis, number: number): Promise<void> {
  await notifications.notify({ kind: 'tagCreated', metadata: { tagName: `tag ${number}` } });
}

/** Counts the deliveries that a node has sent. */
export function countDelivered(node: Portcullis): () => number {
  let delivered = 0;
  node.events.on('delivery.attempted', () => {
    delivered += 1;
  });
  return () => delivered;
}
