import type { WebhooksCreatedView } from '@portcullis/core';
import { webhookBody } from '@portcullis/example-shared';
import { expectEqual } from '../expect.ts';
import type { Tour } from '../tour.ts';

/** Registers the receiver for every change of an integration's status. */
export async function registerWebhook({ example, send }: Tour): Promise<void> {
  const { body } = await send<WebhooksCreatedView>('POST /webhooks', 201, { body: webhookBody(example.receiver) });
  expectEqual('All webhooks are accepted', body.errors, []);
  expectEqual(
    'One webhook is created',
    body.createdWebhooks.map(({ url }) => url),
    [example.receiver.url],
  );
}
